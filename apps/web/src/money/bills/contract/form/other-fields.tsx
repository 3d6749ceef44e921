import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { addMonths, monthOf } from '@nascente/domain/base/time/civil-month';
import { formatDay } from '@nascente/domain/base/units/format';
import { GENERATION_CLASSES } from '@nascente/domain/sites/tariffs/billing-contract';
import { WATER_CATEGORIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { useFieldArray, useWatch } from 'react-hook-form';
import { optionsOf } from '../../../../shared/forms/fields/choice.tsx';
import { DateField } from '../../../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../../../shared/forms/fields/decimal-field.tsx';
import { TermFieldset } from '../../../../shared/glossary/term-hint.tsx';
import { categoryNames, touPeriodNames } from '../../../../shared/tariffs/tariff-texts.ts';
import { classNames } from '../contract-texts.ts';
import type { ContractFields } from '../draft/read-contract-draft.ts';
import classes from './contract-form.module.css';
import { AddEntry, DatedEntry } from './dated-entry.tsx';
import { TariffField } from './framing-fields.tsx';

const touPeriods = optionsOf(touPeriodNames);

/** Credits left when the contract began, which later cycles use. */
const CreditLots = ({ form, today }: { readonly form: ContractFields; readonly today: string }) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'credits' });
  const typedDay = useWatch({ control: form.control, name: 'validFrom' });
  const begins = isCivilDate(typedDay) ? typedDay : (today as CivilDate);
  const generationClass = () => form.getValues('generationClass');
  return (
    <>
      {fields.map((lot, index) => (
        <DatedEntry
          key={lot.id}
          label={`Crédito ${index + 1}`}
          removal="Remover crédito"
          onRemove={() => remove(index)}
        >
          <div className={classes.columns}>
            <DateField {...form.field(`credits.${index}.generatedIn`)} kind="month" label="Gerado em" />
            <NativeSelect {...form.field(`credits.${index}.touPeriod`)} label="Posto" data={touPeriods} />
            <DecimalField {...form.field(`credits.${index}.energy`)} label="Energia (kWh)" />
            <NativeSelect
              {...form.field(`credits.${index}.origin`, 'Origem')}
              data={[
                { value: 'own', label: 'Desta unidade' },
                { value: 'other', label: 'De outra unidade' },
              ]}
            />
          </div>
        </DatedEntry>
      ))}
      <p className={classes.help}>
        Créditos que sobravam em {formatDay(begins)}, quando o contrato começa a valer: as faturas desde então
        os usam.
      </p>
      <AddEntry
        onClick={() =>
          append({
            generatedIn: addMonths(monthOf(begins), -1),
            touPeriod: 'outPoint',
            origin: 'own',
            energy: '',
            class: generationClass(),
          })
        }
      >
        Acrescentar créditos anteriores
      </AddEntry>
    </>
  );
};

interface TaxChecksProps {
  readonly form: ContractFields;
  readonly of: 'ownTaxes' | 'otherTaxes' | 'ownTusdTaxes' | 'otherTusdTaxes';
  /** After the names of the taxes. */
  readonly label: string;
}

const TaxChecks = ({ form, of, label }: TaxChecksProps) => (
  <>
    <Checkbox {...form.register(`${of}.icms`)} label={`ICMS${label}`} />
    <Checkbox {...form.register(`${of}.pisCofins`)} label={`PIS e COFINS${label}`} />
  </>
);

/** Distributed generation: class, taxes of compensated energy, and earlier credits. */
export const GenerationFields = ({ form, today }: { form: ContractFields; today: string }) => {
  const [hasGeneration, hasTusdTaxes] = useWatch({
    control: form.control,
    name: ['hasGeneration', 'hasTusdTaxes'],
  });
  return (
    <TermFieldset
      className={classes.group}
      legend="Geração própria"
      terms={['creditos', 'energia-injetada', 'fio-b']}
    >
      <Checkbox {...form.register('hasGeneration')} label="Há geração ou créditos de energia (SCEE)" />
      {hasGeneration && (
        <>
          <NativeSelect
            {...form.field('generationClass', 'Regra de compensação')}
            data={optionsOf(classNames, GENERATION_CLASSES)}
          />
          <div className={classes.checks}>
            <p className={classes.help}>Tributos que a energia compensada também devolve:</p>
            <TaxChecks form={form} of="ownTaxes" label=", na geração desta unidade" />
            <TaxChecks form={form} of="otherTaxes" label=", em créditos de outra unidade" />
            <Checkbox {...form.register('hasTusdTaxes')} label="A TUSD devolve outros tributos que a TE" />
          </div>
          {hasTusdTaxes && (
            // Where they differ from those of the TE.
            <fieldset className={classes.checks}>
              <legend className={classes.help}>Tributos que a TUSD devolve (os de cima são os da TE):</legend>
              <TaxChecks form={form} of="ownTusdTaxes" label=" na TUSD, geração desta unidade" />
              <TaxChecks form={form} of="otherTusdTaxes" label=" na TUSD, créditos de outra unidade" />
            </fieldset>
          )}
          <div className={classes.checks}>
            <p className={classes.help}>
              CBS e IBS da energia compensada (LC 214/2025, art. 28; o ponto da TUSD não está decidido):
            </p>
            <Checkbox {...form.register('hasTeVat')} label="A TE sai da base: geração de até 1 MW" />
            <Checkbox {...form.register('hasTusdVat')} label="A TUSD também sai da base (a confirmar)" />
          </div>
          <div className={classes.columns}>
            <NativeSelect
              {...form.field('fioBYear', 'Fio B de um ciclo que atravessa 1º de janeiro')}
              data={[
                { value: 'last-day', label: 'O do ano do último dia' },
                { value: 'days', label: 'O de cada ano, pelos dias' },
              ]}
            />
            <NativeSelect
              {...form.field('generationMinimum', 'Mínimo do grupo B com geração')}
              data={[
                { value: 'money', label: 'Em R$, depois da compensação' },
                { value: 'energy', label: 'Em kWh que não são compensados' },
              ]}
            />
          </div>
          <CreditLots form={form} today={today} />
        </>
      )}
    </TermFieldset>
  );
};

export const WaterContractFields = ({ form }: { readonly form: ContractFields }) => (
  <fieldset className={classes.group}>
    <legend>Ligação de água</legend>
    <TariffField form={form} type="water" />
    <div className={classes.columns}>
      <TextInput
        {...form.field('economias', 'Economias', 'Unidades atendidas pelo mesmo hidrômetro.')}
        inputMode="numeric"
        autoComplete="off"
      />
      <NativeSelect
        {...form.field('category', 'Categoria', 'Como consta na fatura.')}
        data={[{ value: '', label: 'Não informada' }, ...optionsOf(categoryNames, WATER_CATEGORIES)]}
      />
    </div>
  </fieldset>
);
