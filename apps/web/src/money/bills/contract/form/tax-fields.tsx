import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { listCosipTables } from '@nascente/contract/sites/cosip-tables';
import { TAX_METHODS } from '@nascente/domain/sites/tariffs/billing-contract';
import { ICMS_TREATMENTS, TAXED_LINES, type TaxedLine } from '@nascente/domain/sites/tariffs/line-taxes';
import { useQuery } from '@tanstack/react-query';
import { type FieldArrayPath, useFieldArray, useWatch } from 'react-hook-form';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { optionsOf } from '../../../../shared/forms/fields/choice.tsx';
import { DateField } from '../../../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../../../shared/forms/fields/decimal-field.tsx';
import { TermFieldset } from '../../../../shared/glossary/term-hint.tsx';
import { RemoveButton } from '../../../../shared/ui/marks/remove-button.tsx';
import {
  cosipMeasureNames,
  cosipNames,
  icmsTreatmentNames,
  methodNames,
  taxedLineNames,
} from '../contract-texts.ts';
import { type ContractDraft, hasDemand, newCosip, newTaxes, readLineTaxes } from '../draft/contract-draft.ts';
import type { ContractFields } from '../draft/read-contract-draft.ts';
import classes from './contract-form.module.css';
import { AddEntry, DatedEntry } from './dated-entry.tsx';

type BandsPath = Extract<
  FieldArrayPath<ContractDraft>,
  'cosip.bands' | `cosipChanges.${number}.bands` | `taxes.${number}.icmsBands`
>;

interface BandFieldsProps {
  readonly form: ContractFields;
  readonly name: BandsPath;
  readonly valueLabel: string;
  readonly unit?: 'kWh' | 'kW';
  readonly of: string;
}

const MAX_BANDS = 24;

/** Bands of consumption or demand, each above the previous one; the last has no limit. */
const BandFields = ({ form, name, valueLabel, unit = 'kWh', of }: BandFieldsProps) => {
  const { fields, insert, remove } = useFieldArray({ control: form.control, name });
  return (
    <>
      {fields.map((band, index) => {
        const isLast = index === fields.length - 1;
        return (
          <fieldset key={band.id} className={classes.band} aria-label={`${of}, faixa ${index + 1}`}>
            <DecimalField
              {...form.field(`${name}.${index}.upTo`, `Até (${unit})`)}
              placeholder={isLast ? 'sem limite' : undefined}
              disabled={isLast}
            />
            <DecimalField {...form.field(`${name}.${index}.value`)} label={valueLabel} />
            <RemoveButton
              label={`Remover a faixa ${index + 1}`}
              className={classes.beside}
              disabled={fields.length === 1}
              onClick={() => remove(index)}
            />
          </fieldset>
        );
      })}
      {fields.length < MAX_BANDS && (
        <AddEntry onClick={() => insert(Math.max(fields.length - 1, 0), { upTo: '', value: '' })}>
          Acrescentar faixa
        </AddEntry>
      )}
    </>
  );
};

const treatments = optionsOf(icmsTreatmentNames, ICMS_TREATMENTS);

const OF_DEMAND: readonly TaxedLine[] = ['demand', 'unused-demand', 'overrun', 'reactive'];

/** Taxes by kind of line, folded while usual. */
const LineTaxFields = ({ form }: { readonly form: ContractFields }) => {
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
              ? 'todas com todos os tributos; demanda não utilizada sem ICMS'
              : 'todas com todos os tributos'
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
            <Checkbox {...form.register(`lineTaxes.${line}.vat`)} label="CBS e IBS" />
          </fieldset>
        ))}
      </div>
    </details>
  );
};

const methods = optionsOf(methodNames, TAX_METHODS);

const Period = ({ form, index, onRemove }: { form: ContractFields; index: number; onRemove: () => void }) => {
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
        {...form.register(`${at}.isVatInIcmsBase`)}
        label="CBS e IBS entram na base do ICMS (a confirmar no seu estado)"
      />
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

interface FieldsProps {
  readonly form: ContractFields;
  readonly today: string;
}

const MAX_DUE_DATES = 24;

/** When bills fall due, which decides between PIS with COFINS and CBS with IBS. */
const DueFields = ({ form, today }: FieldsProps) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'dueDates' });
  return (
    <>
      <TextInput
        {...form.field(
          'dueDays',
          'Dias até o vencimento (opcional)',
          'Do último dia do ciclo até a fatura vencer. Decide a regra de tributos na virada de 2026 para 2027.',
        )}
        inputMode="numeric"
        autoComplete="off"
      />
      {fields.map((due, index) => (
        <DatedEntry
          key={due.id}
          label={`Vencimento ${index + 1}`}
          removal="Remover este vencimento"
          onRemove={() => remove(index)}
        >
          <DateField {...form.field(`dueDates.${index}.date`)} label="Vence em" />
        </DatedEntry>
      ))}
      {fields.length < MAX_DUE_DATES && (
        <AddEntry onClick={() => append({ date: today })}>Acrescentar um vencimento</AddEntry>
      )}
    </>
  );
};

/** Tax rates by start date; a bill takes those of the last day of its cycle. */
export const TaxFields = ({ form, today }: FieldsProps) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'taxes' });
  const add = () => {
    const taxes = form.getValues('taxes');
    const focusName = `taxes.${taxes.length}.validFrom`;
    append(newTaxes(`${today.slice(0, 7)}-01`, taxes.at(-1)), { focusName });
  };
  return (
    <TermFieldset className={classes.group} legend="Tributos" terms={['tributos', 'cbs-ibs']}>
      <p className={classes.help}>
        Cada fatura usa as alíquotas em vigor no último dia do ciclo. PIS e COFINS costumam mudar todo mês:
        copie os da fatura. CBS e IBS são nacionais e seguem o vencimento: a partir de 2027, PIS e COFINS
        terminam e não precisam ser apagados aqui.
      </p>
      <DueFields form={form} today={today} />
      {fields.map((period, index) => (
        <Period key={period.id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <AddEntry onClick={add}>Acrescentar alíquotas</AddEntry>
      <LineTaxFields form={form} />
      <div className={classes.checks}>
        <p className={classes.help}>
          Tributos que a empresa recupera como crédito (a fatura não muda; as comparações mostram o custo sem
          eles):
        </p>
        <Checkbox
          {...form.register('taxCredits.pisCofins')}
          label="PIS e COFINS: regime não cumulativo (lucro real)"
        />
        <Checkbox {...form.register('taxCredits.vat')} label="CBS e IBS: regime regular" />
      </div>
    </TermFieldset>
  );
};

const MAX_CHANGES = 24;

const modes = optionsOf(cosipNames);
const measures = optionsOf(cosipMeasureNames);

interface CosipFieldsProps {
  readonly form: ContractFields;
  readonly at: 'cosip' | `cosipChanges.${number}`;
  readonly label: string;
  readonly amountLabel: string;
  readonly of: string;
}

/** The stored tables of municipalities; the contract follows their changes. */
const MunicipalityField = ({ form, at }: Pick<CosipFieldsProps, 'form' | 'at'>) => {
  const { data } = useQuery(queryFor(listCosipTables, {}));
  const chosen = useWatch({ control: form.control, name: `${at}.municipality` });
  const names = new Set([...(data?.tables.map(({ municipality }) => municipality) ?? []), chosen]);
  return (
    <NativeSelect
      {...form.field(
        `${at}.municipality`,
        'Município',
        data?.tables.length === 0
          ? 'Nenhuma tabela foi guardada ainda: peça ao administrador, ou escolha outra forma.'
          : 'As faturas seguem a tabela guardada, também quando ela muda.',
      )}
      data={[
        { value: '', label: 'Escolha' },
        ...[...names].filter((name) => name !== '').map((name) => ({ value: name, label: name })),
      ]}
    />
  );
};

/** One value of the charge: flat, a share of the bill, or by bands of consumption or demand. */
const CosipFields = ({ form, at, label, amountLabel, of }: CosipFieldsProps) => {
  const [mode, by] = useWatch({ control: form.control, name: [`${at}.mode`, `${at}.by`] });
  const isFirst = at === 'cosip';
  const chosen = form.field(`${at}.mode`);
  return (
    <>
      <div className={classes.columns}>
        {!isFirst && <DateField {...form.field(`${at}.validFrom`)} label="Vale desde" />}
        <NativeSelect
          {...chosen}
          label={label}
          data={isFirst ? [{ value: 'unknown', label: 'Não informada' }, ...modes] : modes}
          onChange={(event) => {
            void chosen.onChange(event);
            const { amount, bands } = form.getValues(at);
            if (event.currentTarget.value === 'bands' && bands.length === 0)
              form.setValue(`${at}.bands`, [{ upTo: '', value: amount }]);
          }}
        />
        {mode === 'flat' && (
          <DecimalField
            {...form.field(`${at}.amount`, amountLabel, isFirst ? 'Sem cobrança, 0.' : undefined)}
          />
        )}
        {mode === 'share' && (
          <DecimalField
            {...form.field(`${at}.share`, 'Porcentagem (%)', 'Do que a fatura cobra antes dela.')}
          />
        )}
        {mode === 'bands' && <NativeSelect {...form.field(`${at}.by`)} label="Faixas de" data={measures} />}
        {mode === 'municipality' && <MunicipalityField form={form} at={at} />}
      </div>
      {mode === 'bands' && (
        <BandFields form={form} name={`${at}.bands`} unit={by} valueLabel="Valor (R$)" of={of} />
      )}
    </>
  );
};

/** The municipality's charge, with later values. */
export const LightingFields = ({ form, today }: FieldsProps) => {
  const mode = useWatch({ control: form.control, name: 'cosip.mode' });
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
      <CosipFields form={form} at="cosip" label="Como é cobrada" amountLabel="Valor (R$)" of="COSIP" />
      {fields.map((change, index) => {
        const name = `Novo valor da COSIP ${index + 1}`;
        return (
          <DatedEntry
            key={change.id}
            label={name}
            removal="Remover este valor"
            onRemove={() => remove(index)}
          >
            <CosipFields
              form={form}
              at={`cosipChanges.${index}`}
              label="Como passa a ser cobrada"
              amountLabel="Novo valor (R$)"
              of={name}
            />
          </DatedEntry>
        );
      })}
      {mode !== 'unknown' && fields.length < MAX_CHANGES && (
        <AddEntry onClick={add}>Acrescentar novo valor</AddEntry>
      )}
    </TermFieldset>
  );
};
