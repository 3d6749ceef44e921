import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { TAX_METHODS } from '@nascente/domain/sites/tariffs/billing-contract';
import { ICMS_TREATMENTS, TAXED_LINES, type TaxedLine } from '@nascente/domain/sites/tariffs/line-taxes';
import { useFieldArray, useWatch } from 'react-hook-form';
import { DateField } from '../../../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../../../shared/forms/fields/decimal-field.tsx';
import { TermFieldset } from '../../../../shared/glossary/term-fieldset.tsx';
import { icmsTreatmentNames, methodNames, taxedLineNames } from '../contract-texts.ts';
import { hasDemand, newTaxes } from '../draft/contract-draft.ts';
import { readLineTaxes } from '../draft/line-tax-draft.ts';
import type { ContractForm } from '../draft/use-contract-form.ts';
import { BandFields } from './band-fields.tsx';
import classes from './contract-form.module.css';
import { DatedEntry } from './dated-entry.tsx';

const treatments = ICMS_TREATMENTS.map((value) => ({ value, label: icmsTreatmentNames[value] }));

const OF_DEMAND: readonly TaxedLine[] = ['demand', 'unused-demand', 'overrun', 'reactive'];

/** Taxes by kind of line, folded while usual. */
const LineTaxFields = ({ form }: { readonly form: ContractForm }) => {
  const [modality, lineTaxes] = useWatch({ control: form.control, name: ['modality', 'lineTaxes'] });
  const isWithDemand = hasDemand({ modality });
  const shown = TAXED_LINES.filter((line) =>
    line === 'minimum' ? !isWithDemand : isWithDemand || !OF_DEMAND.includes(line),
  );
  const others = readLineTaxes(lineTaxes).filter(({ line }) => shown.includes(line)).length;
  return (
    <details className={classes.more}>
      <summary>
        Tributos por linha
        <span className={classes.help}>
          {others === 0
            ? isWithDemand
              ? 'todas com ICMS, PIS e COFINS; demanda não utilizada sem ICMS'
              : 'todas com ICMS, PIS e COFINS'
            : others === 1
              ? 'uma linha fora do usual'
              : `${others} linhas fora do usual`}
        </span>
      </summary>
      <div className={classes.taxed}>
        {shown.map((line) => (
          <fieldset key={line} className={classes.taxedLine} aria-label={taxedLineNames[line]}>
            <NativeSelect
              {...form.field(`lineTaxes.${line}.icms`, taxedLineNames[line])}
              aria-label={`ICMS em ${taxedLineNames[line]}`}
              data={treatments}
            />
            <Checkbox {...form.register(`lineTaxes.${line}.pisCofins`)} label="PIS e COFINS" />
          </fieldset>
        ))}
      </div>
    </details>
  );
};

const methods = TAX_METHODS.map((value) => ({ value, label: methodNames[value] }));
interface PeriodProps {
  readonly form: ContractForm;
  readonly index: number;
  readonly onRemove: () => void;
}

const Period = ({ form, index, onRemove }: PeriodProps) => {
  const at = `taxes.${index}` as const;
  const hasBands = useWatch({ control: form.control, name: `${at}.hasBands` });
  const flag = form.register(`${at}.hasBands`);
  return (
    <DatedEntry label={`Alíquotas ${index + 1}`} removal="Remover estas alíquotas" onRemove={onRemove}>
      <div className={classes.columns}>
        <DateField {...form.field(`${at}.validFrom`)} label="Valem desde" />
        {!hasBands && <DecimalField {...form.field(`${at}.icms`)} label="ICMS (%)" />}
        <DecimalField {...form.field(`${at}.pis`)} label="PIS (%)" />
        <DecimalField {...form.field(`${at}.cofins`)} label="COFINS (%)" />
      </div>
      <NativeSelect {...form.field(`${at}.method`)} label="Como entram no preço" data={methods} />
      <Checkbox
        {...flag}
        label="ICMS por faixas de consumo"
        onChange={(event) => {
          void flag.onChange(event);
          const { icms, icmsBands } = form.getValues(at);
          if (event.currentTarget.checked && icmsBands.length === 0)
            form.setValue(`${at}.icmsBands`, [{ upTo: '', value: icms }]);
        }}
      />
      {hasBands && (
        <BandFields form={form} name={`${at}.icmsBands`} valueLabel="ICMS (%)" of={`ICMS ${index + 1}`} />
      )}
    </DatedEntry>
  );
};

/** Tax rates by start date; a bill takes those of the last day of its cycle. */
export const TaxFields = ({ form, today }: { readonly form: ContractForm; readonly today: string }) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'taxes' });
  const add = () => {
    const taxes = form.getValues('taxes');
    const focusName = `taxes.${taxes.length}.validFrom`;
    append(newTaxes(`${today.slice(0, 7)}-01`, taxes.at(-1)), { focusName });
  };
  return (
    <TermFieldset className={classes.group} legend="Tributos" terms={['tributos']}>
      <p className={classes.help}>
        Cada fatura usa as alíquotas em vigor no último dia do ciclo. PIS e COFINS costumam mudar todo mês:
        copie os da fatura.
      </p>
      {fields.map((period, index) => (
        <Period key={period.id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <div className={classes.foot}>
        <Button variant="default" onClick={add}>
          Acrescentar alíquotas
        </Button>
      </div>
      <LineTaxFields form={form} />
    </TermFieldset>
  );
};
