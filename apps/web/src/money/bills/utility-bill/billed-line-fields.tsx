import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { MAX_BILLED_LINES } from '@nascente/contract/money/billed-lines';
import { BILLED_LINE_KINDS, type BilledLineKind } from '@nascente/domain/money/bill-check/billed-lines';
import { useFieldArray, useWatch } from 'react-hook-form';
import { DecimalField } from '../../../shared/forms/fields/decimal-field.tsx';
import classes from '../contract/form/contract-form.module.css';
import { DatedEntry } from '../contract/form/dated-entry.tsx';
import { lineKindNames, signs } from '../contract/line-texts.ts';
import type { TariffType } from '../page-frame/bill-texts.ts';
import { newBilledLine } from './billed-line-draft.ts';
import type { UtilityForm } from './use-utility-form.ts';

/** Kinds that water bills lack. */
const OF_ENERGY: readonly BilledLineKind[] = ['lighting', 'interruption', 'charge', 'ccee', 'supplier'];

/** Most electricity bills have public lighting; other kinds follow. */
const kindsOf = (type: TariffType) =>
  ['lighting' as const, ...BILLED_LINE_KINDS.filter((kind) => kind !== 'lighting')]
    .filter((kind) => type === 'eletric' || !OF_ENERGY.includes(kind))
    .map((value) => ({ value, label: lineKindNames[value] }));

const modes = [
  { value: 'amount', label: 'Valor em R$' },
  { value: 'quantity', label: 'Quantidade × preço' },
];
interface FieldsProps {
  readonly form: UtilityForm;
  readonly type: TariffType;
}

const Line = ({
  form,
  type,
  index,
  onRemove,
}: FieldsProps & { readonly index: number; readonly onRemove: () => void }) => {
  const at = `lines.${index}` as const;
  const [mode, label] = useWatch({ control: form.control, name: [`${at}.mode`, `${at}.label`] });
  const kind = form.field(`${at}.kind`);
  return (
    <DatedEntry label={label || `Linha ${index + 1}`} removal="Remover linha" onRemove={onRemove}>
      <div className={classes.columns}>
        <NativeSelect
          {...kind}
          label="Tipo"
          data={kindsOf(type)}
          onChange={(event) => {
            void kind.onChange(event);
            const { amount, quantity, price } = form.getValues(at);
            const chosen = newBilledLine(event.currentTarget.value as BilledLineKind);
            form.setValue(at, { ...chosen, mode, amount, quantity, price }, { shouldDirty: true });
          }}
        />
        <TextInput {...form.field(`${at}.label`)} label="Nome, como está na fatura" autoComplete="off" />
      </div>
      <div className={classes.columns}>
        <NativeSelect {...form.field(`${at}.mode`)} label="Como é calculada" data={modes} />
        {mode === 'amount' ? (
          <DecimalField {...form.field(`${at}.amount`)} label="Valor (R$)" />
        ) : (
          <>
            <DecimalField {...form.field(`${at}.quantity`)} label="Quantidade" />
            <DecimalField {...form.field(`${at}.price`)} label="Preço (R$)" />
          </>
        )}
        <NativeSelect {...form.field(`${at}.sign`)} label="Efeito" data={signs} />
      </div>
      {type === 'eletric' && (
        <div className={classes.checks}>
          <p className={classes.help}>Tributos dentro desta linha:</p>
          <Checkbox {...form.register(`${at}.icms`)} label="ICMS" />
          <Checkbox {...form.register(`${at}.pisCofins`)} label="PIS e COFINS" />
        </div>
      )}
    </DatedEntry>
  );
};

/** Bill lines outside the tariff: line by line, none, or a sum entered earlier. */
export const BilledLineFields = ({ form, type }: FieldsProps) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' });
  const others = form.formState.defaultValues?.others ?? '';
  return (
    <fieldset className={classes.group}>
      <legend>Outras linhas da fatura</legend>
      <p className={classes.help}>
        O que a fatura traz além da tarifa, como está impresso: {type === 'eletric' && 'iluminação pública, '}
        devoluções, multas, parcelas, retenções. Com elas, a diferença de preços é separada e cada linha é
        conferida.
      </p>
      {fields.map((line, index) => (
        <Line key={line.id} form={form} type={type} index={index} onRemove={() => remove(index)} />
      ))}
      {fields.length === 0 && others !== '' && (
        <DecimalField
          {...form.field(
            'others',
            'Soma das outras linhas (R$)',
            'Lançada sem as linhas. Acrescente-as para conferir uma a uma.',
          )}
        />
      )}
      {fields.length === 0 && others === '' && (
        <Checkbox {...form.register('hasNoLines')} label="A fatura não tem nenhuma outra linha" />
      )}
      {fields.length < MAX_BILLED_LINES && (
        <div className={classes.foot}>
          <Button
            variant="default"
            onClick={() =>
              append(newBilledLine(type === 'eletric' && fields.length === 0 ? 'lighting' : 'other'))
            }
          >
            Acrescentar linha
          </Button>
        </div>
      )}
    </fieldset>
  );
};
