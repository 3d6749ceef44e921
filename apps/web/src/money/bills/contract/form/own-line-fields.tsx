import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import {
  type LineSharing,
  MAX_OWN_LINES,
  OWN_LINE_KINDS,
  type OwnLineKind,
} from '@nascente/domain/sites/tariffs/own-line';
import { useFieldArray, useWatch } from 'react-hook-form';
import { DateField } from '../../../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../../../shared/forms/fields/decimal-field.tsx';
import { newOwnLine, type TypedOwnLine } from '../draft/own-line-draft.ts';
import type { ContractForm } from '../draft/use-contract-form.ts';
import { lineKindNames, signs } from '../line-texts.ts';
import classes from './contract-form.module.css';
import { DatedEntry } from './dated-entry.tsx';

const kinds = OWN_LINE_KINDS.map((value) => ({ value, label: lineKindNames[value] }));

const sharingNames: Readonly<Record<LineSharing, string>> = {
  none: 'Fica fora do rateio',
  consumption: 'Pelo consumo',
  equally: 'Em partes iguais',
};
const sharings = Object.entries(sharingNames).map(([value, label]) => ({ value, label }));

interface LineProps {
  readonly form: ContractForm;
  readonly index: number;
  readonly unit: string;
}

const modesOf = (unit: string) => [
  { value: 'amount', label: 'Valor em R$' },
  { value: 'quantity', label: 'Quantidade × preço' },
  { value: 'per-unit', label: `R$ por ${unit}` },
  { value: 'share', label: 'Parte do que a tarifa cobra' },
];

const ValueFields = ({ form, index, unit }: LineProps) => {
  const at = `ownLines.${index}` as const;
  const mode = useWatch({ control: form.control, name: `${at}.mode` });
  return (
    <div className={classes.columns}>
      <NativeSelect {...form.field(`${at}.mode`)} label="Como é calculada" data={modesOf(unit)} />
      {mode === 'amount' && <DecimalField {...form.field(`${at}.amount`)} label="Valor (R$)" />}
      {mode === 'quantity' && <DecimalField {...form.field(`${at}.quantity`)} label="Quantidade" />}
      {(mode === 'quantity' || mode === 'per-unit') && (
        <DecimalField
          {...form.field(`${at}.price`, mode === 'quantity' ? 'Preço (R$)' : `Preço (R$/${unit})`)}
        />
      )}
      {mode === 'share' && (
        <>
          <DecimalField {...form.field(`${at}.share`)} label="Parte (%)" />
          <DecimalField {...form.field(`${at}.demandShare`, 'Da demanda (%)', 'Em branco: a mesma.')} />
        </>
      )}
      <NativeSelect {...form.field(`${at}.sign`)} label="Efeito" data={signs} />
    </div>
  );
};

const TaxChecks = ({ form, index }: Pick<LineProps, 'form' | 'index'>) => {
  const at = `ownLines.${index}` as const;
  const [icms, pisCofins] = useWatch({ control: form.control, name: [`${at}.icms`, `${at}.pisCofins`] });
  return (
    <div className={classes.checks}>
      <p className={classes.help}>Tributos desta linha:</p>
      <Checkbox {...form.register(`${at}.icms`)} label="ICMS" />
      <Checkbox {...form.register(`${at}.pisCofins`)} label="PIS e COFINS" />
      {(icms || pisCofins) && (
        <Checkbox
          {...form.register(`${at}.isBeforeTaxes`)}
          label="O valor está sem tributos: somar por dentro"
        />
      )}
    </div>
  );
};

const Line = ({ form, index, unit, onRemove }: LineProps & { readonly onRemove: () => void }) => {
  const at = `ownLines.${index}` as const;
  const [repeats, label, kindOfLine] = useWatch({
    control: form.control,
    name: [`${at}.repeats`, `${at}.label`, `${at}.kind`],
  });
  const kind = form.field(`${at}.kind`);
  return (
    <DatedEntry label={label || `Linha ${index + 1}`} removal="Remover linha" onRemove={onRemove}>
      <div className={classes.columns}>
        <NativeSelect
          {...kind}
          label="Tipo"
          data={kinds}
          onChange={(event) => {
            void kind.onChange(event);
            const before = form.getValues(at);
            const chosen = newOwnLine(event.currentTarget.value as OwnLineKind, before.first);
            const { amount, quantity, price, share, demandShare, last } = before;
            const shares = share === '' ? {} : { share, demandShare };
            form.setValue(at, { ...chosen, amount, quantity, price, ...shares, last }, { shouldDirty: true });
          }}
        />
        <TextInput {...form.field(`${at}.label`)} label="Nome, como está na fatura" autoComplete="off" />
      </div>
      <ValueFields form={form} index={index} unit={unit} />
      {kindOfLine === 'retention' && (
        <p className={classes.help}>
          Só imposto de renda: 1,2% da energia e 4,8% da demanda. Com CSLL, PIS e COFINS: 5,85% e 9,45%.
        </p>
      )}
      <div className={classes.columns}>
        <NativeSelect
          {...form.field(`${at}.repeats`, 'Quando é cobrada')}
          data={[
            { value: 'cycle', label: 'Em todas as faturas' },
            { value: 'once', label: 'Uma vez' },
          ]}
        />
        <DateField {...form.field(`${at}.first`, repeats === 'once' ? 'Na fatura deste dia' : 'Desde')} />
        {repeats === 'cycle' && <DateField {...form.field(`${at}.last`)} label="Até (sem fim: em branco)" />}
        <NativeSelect {...form.field(`${at}.sharing`)} label="No rateio" data={sharings} />
      </div>
      <TaxChecks form={form} index={index} />
    </DatedEntry>
  );
};

interface OwnLineFieldsProps {
  readonly form: ContractForm;
  readonly today: string;
  readonly unit: string;
}

export const OwnLineFields = ({ form, today, unit }: OwnLineFieldsProps) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'ownLines' });
  const add = () => append(newOwnLine('other', `${today.slice(0, 7)}-01`) satisfies TypedOwnLine);
  return (
    <fieldset className={classes.group}>
      <legend>Outras linhas da fatura</legend>
      <p className={classes.help}>
        O que a fatura traz além da tarifa: devoluções, multas, parcelas, taxas, doações, retenções. Entram na
        fatura, na previsão, no rateio e na conferência.
      </p>
      {fields.map((line, index) => (
        <Line key={line.id} form={form} index={index} unit={unit} onRemove={() => remove(index)} />
      ))}
      {fields.length < MAX_OWN_LINES && (
        <div className={classes.foot}>
          <Button variant="default" onClick={add}>
            Acrescentar linha
          </Button>
        </div>
      )}
    </fieldset>
  );
};
