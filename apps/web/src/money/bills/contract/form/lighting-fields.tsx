import { Button, NativeSelect } from '@mantine/core';
import { useFieldArray, useWatch } from 'react-hook-form';
import { DateField } from '../../../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../../../shared/forms/fields/decimal-field.tsx';
import { TermFieldset } from '../../../../shared/glossary/term-fieldset.tsx';
import { cosipMeasureNames, cosipNames } from '../contract-texts.ts';
import { newCosip } from '../draft/contract-draft.ts';
import type { ContractForm } from '../draft/use-contract-form.ts';
import { BandFields } from './band-fields.tsx';
import classes from './contract-form.module.css';
import { DatedEntry } from './dated-entry.tsx';

const MAX_CHANGES = 24;

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const modes = optionsOf(cosipNames);
const measures = optionsOf(cosipMeasureNames);

interface ChangeProps {
  readonly form: ContractForm;
  readonly index: number;
  readonly onRemove: () => void;
}

const Change = ({ form, index, onRemove }: ChangeProps) => {
  const at = `cosipChanges.${index}` as const;
  const [mode, by] = useWatch({ control: form.control, name: [`${at}.mode`, `${at}.by`] });
  const chosen = form.field(`${at}.mode`);
  return (
    <DatedEntry label={`Novo valor da COSIP ${index + 1}`} removal="Remover este valor" onRemove={onRemove}>
      <div className={classes.columns}>
        <DateField {...form.field(`${at}.validFrom`)} label="Vale desde" />
        <NativeSelect
          {...chosen}
          label="Como passa a ser cobrada"
          data={modes}
          onChange={(event) => {
            void chosen.onChange(event);
            const { amount, bands } = form.getValues(at);
            if (event.currentTarget.value === 'bands' && bands.length === 0)
              form.setValue(`${at}.bands`, [{ upTo: '', value: amount }]);
          }}
        />
        {mode === 'flat' && <DecimalField {...form.field(`${at}.amount`)} label="Novo valor (R$)" />}
        {mode === 'share' && (
          <DecimalField
            {...form.field(`${at}.share`, 'Porcentagem (%)', 'Do que a fatura cobra antes dela.')}
          />
        )}
        {mode === 'bands' && <NativeSelect {...form.field(`${at}.by`)} label="Faixas de" data={measures} />}
      </div>
      {mode === 'bands' && (
        <BandFields
          form={form}
          name={`${at}.bands`}
          unit={by}
          valueLabel="Valor (R$)"
          of={`Novo valor da COSIP ${index + 1}`}
        />
      )}
    </DatedEntry>
  );
};

/** The municipality's charge: flat, a share of the bill, or by bands of consumption or demand, with later values. */
export const LightingFields = ({ form, today }: { readonly form: ContractForm; readonly today: string }) => {
  const [mode, by] = useWatch({ control: form.control, name: ['cosipMode', 'cosipBy'] });
  const chosen = form.field('cosipMode');
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'cosipChanges' });
  const add = () =>
    append(newCosip(`${today.slice(0, 7)}-01`, form.getValues()), {
      // Registration order differs from screen order.
      focusName: `cosipChanges.${form.getValues('cosipChanges').length}.validFrom`,
    });
  return (
    <TermFieldset className={classes.group} legend="Iluminação pública (COSIP)" terms={['cosip']}>
      <p className={classes.help}>
        Cada fatura usa o valor em vigor no último dia do ciclo: um novo valor não muda as faturas de antes.
      </p>
      <div className={classes.columns}>
        <NativeSelect
          {...chosen}
          label="Como é cobrada"
          data={[{ value: 'unknown', label: 'Não informada' }, ...modes]}
          onChange={(event) => {
            void chosen.onChange(event);
            if (event.currentTarget.value === 'bands' && form.getValues('cosipBands').length === 0)
              form.setValue('cosipBands', [{ upTo: '', value: form.getValues('cosipAmount') }]);
          }}
        />
        {mode === 'flat' && (
          <DecimalField {...form.field('cosipAmount')} label="Valor (R$)" description="Sem cobrança, 0." />
        )}
        {mode === 'share' && (
          <DecimalField
            {...form.field('cosipShare', 'Porcentagem (%)', 'Do que a fatura cobra antes dela.')}
          />
        )}
        {mode === 'bands' && <NativeSelect {...form.field('cosipBy')} label="Faixas de" data={measures} />}
      </div>
      {mode === 'bands' && (
        <BandFields form={form} name="cosipBands" unit={by} valueLabel="Valor (R$)" of="COSIP" />
      )}
      {fields.map((change, index) => (
        <Change key={change.id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      {mode !== 'unknown' && fields.length < MAX_CHANGES && (
        <div className={classes.foot}>
          <Button variant="default" onClick={add}>
            Acrescentar novo valor
          </Button>
        </div>
      )}
    </TermFieldset>
  );
};
