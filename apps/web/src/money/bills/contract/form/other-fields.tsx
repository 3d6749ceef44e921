import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { addMonths, monthOf } from '@nascente/domain/base/time/civil-month';
import { formatDay } from '@nascente/domain/base/units/format';
import { GENERATION_CLASSES } from '@nascente/domain/sites/tariffs/billing-contract';
import { WATER_CATEGORIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { useFieldArray, useWatch } from 'react-hook-form';
import { optionsOf } from '../../../../shared/forms/fields/choice.tsx';
import { DateField } from '../../../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../../../shared/forms/fields/decimal-field.tsx';
import { TermFieldset } from '../../../../shared/glossary/term-fieldset.tsx';
import { categoryNames, touPeriodNames } from '../../../../shared/tariffs/modality-texts.ts';
import { classNames } from '../contract-texts.ts';
import type { ContractFields } from '../draft/read-contract-draft.ts';
import classes from './contract-form.module.css';
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
        <fieldset key={lot.id} className={classes.entry} aria-label={`Crédito ${index + 1}`}>
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
          <div className={classes.foot}>
            <Button variant="subtle" size="sm" onClick={() => remove(index)}>
              Remover crédito
            </Button>
          </div>
        </fieldset>
      ))}
      <p className={classes.help}>
        Créditos que sobravam em {formatDay(begins)}, quando o contrato começa a valer: as faturas desde então
        os usam.
      </p>
      <div className={classes.foot}>
        <Button
          variant="default"
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
        </Button>
      </div>
    </>
  );
};

/** Taxes of compensated TUSD where they differ from those of the TE. */
const TusdTaxes = ({ form }: { readonly form: ContractFields }) => (
  <fieldset className={classes.checks}>
    <legend className={classes.help}>Tributos que a TUSD devolve (os de cima são os da TE):</legend>
    <Checkbox {...form.register('ownTusdTaxes.icms')} label="ICMS na TUSD, geração desta unidade" />
    <Checkbox
      {...form.register('ownTusdTaxes.pisCofins')}
      label="PIS e COFINS na TUSD, geração desta unidade"
    />
    <Checkbox {...form.register('otherTusdTaxes.icms')} label="ICMS na TUSD, créditos de outra unidade" />
    <Checkbox
      {...form.register('otherTusdTaxes.pisCofins')}
      label="PIS e COFINS na TUSD, créditos de outra unidade"
    />
  </fieldset>
);

interface GenerationFieldsProps {
  readonly form: ContractFields;
  readonly today: string;
}

/** Distributed generation: class, taxes of compensated energy, and earlier credits. */
export const GenerationFields = ({ form, today }: GenerationFieldsProps) => {
  const [hasGeneration, hasTusdTaxes] = useWatch({
    control: form.control,
    name: ['hasGeneration', 'hasTusdTaxes'],
  });
  return (
    <TermFieldset className={classes.group} legend="Geração própria" terms={['creditos', 'energia-injetada']}>
      <Checkbox {...form.register('hasGeneration')} label="Há geração ou créditos de energia (SCEE)" />
      {hasGeneration && (
        <>
          <NativeSelect
            {...form.field('generationClass', 'Regra de compensação')}
            data={optionsOf(classNames, GENERATION_CLASSES)}
          />
          <div className={classes.checks}>
            <p className={classes.help}>Tributos que a energia compensada também devolve:</p>
            <Checkbox {...form.register('ownTaxes.icms')} label="ICMS, na geração desta unidade" />
            <Checkbox
              {...form.register('ownTaxes.pisCofins')}
              label="PIS e COFINS, na geração desta unidade"
            />
            <Checkbox {...form.register('otherTaxes.icms')} label="ICMS, em créditos de outra unidade" />
            <Checkbox
              {...form.register('otherTaxes.pisCofins')}
              label="PIS e COFINS, em créditos de outra unidade"
            />
            <Checkbox {...form.register('hasTusdTaxes')} label="A TUSD devolve outros tributos que a TE" />
          </div>
          {hasTusdTaxes && <TusdTaxes form={form} />}
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
