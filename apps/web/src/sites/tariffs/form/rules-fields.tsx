import { Button, Checkbox, NativeSelect } from '@mantine/core';
import {
  ELECTRIC_MODALITIES,
  type ElectricModality,
  hasIntermediatePrice,
  isOfOnePrice,
  WATER_CATEGORIES,
} from '@nascente/domain/sites/tariffs/tariff-rules';
import { useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { DecimalField } from '../../../shared/forms/fields/decimal-field.tsx';
import { figureOf } from '../../../shared/forms/fields/decimal-input.ts';
import { TermFieldset } from '../../../shared/glossary/term-hint.tsx';
import { categoryNames, touPeriodNames } from '../../../shared/tariffs/tariff-texts.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { halfHours } from './clock-text.ts';
import type { TariffFields } from './read-draft.ts';
import { raisedTable, type TariffDraft } from './tariff-draft.ts';
import styles from './tariff-form.module.css';

const MAX_TIERS = 12;

interface TableFieldsProps {
  form: TariffFields;
  name: 'water' | 'sewage';
  title: string;
}

/** Fixed fee, minimum and tiers of water, or of sewage with a table of its own. */
const TableFields = ({ form, name, title }: TableFieldsProps) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: `${name}.tiers` });
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div className={styles.columns}>
        <DecimalField {...form.field(`${name}.fixedFee`)} label="Taxa fixa (R$)" />
        <DecimalField {...form.field(`${name}.minimum`)} label="Mínimo faturado (m³)" />
      </div>
      {fields.map((tier, index) => {
        const isLast = index === fields.length - 1;
        return (
          <fieldset key={tier.id} className={styles.tier} aria-label={`Faixa ${index + 1}`}>
            <DecimalField
              {...form.field(`${name}.tiers.${index}.upTo`, 'Até (m³)')}
              placeholder={isLast ? 'sem limite' : ''}
              readOnly={isLast}
            />
            <DecimalField {...form.field(`${name}.tiers.${index}.price`)} label="Preço (R$)" />
            <Checkbox
              {...form.register(`${name}.tiers.${index}.flat`)}
              className={styles.flat ?? ''}
              label="Pela faixa inteira"
            />
            {fields.length > 1 && (
              <Button variant="default" className={styles.remove ?? ''} onClick={() => remove(index)}>
                Remover
              </Button>
            )}
          </fieldset>
        );
      })}
      {fields.length < MAX_TIERS && (
        <Button variant="default" onClick={() => append({ upTo: '', price: '', flat: false })}>
          Acrescentar faixa
        </Button>
      )}
    </fieldset>
  );
};

const sewageModes = [
  { value: 'none', label: 'Não é cobrado' },
  { value: 'percent', label: 'Porcentagem da água' },
  { value: 'table', label: 'Tabela própria' },
];

/** Raises all amounts of a water tariff by the percentage of a readjustment. */
const Readjustment = ({ form }: { form: TariffFields }) => {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const raise = () => {
    const percent = figureOf(typed);
    const isPercent = percent !== null && percent > 0 && percent <= 100;
    setWrong(isPercent ? null : 'Informe a porcentagem, como 6,1106.');
    if (!isPercent) return;
    for (const name of ['water', 'sewage'] as const)
      form.setValue(name, raisedTable(form.getValues(name), percent), { shouldDirty: true });
    setTyped('');
    announce(`Valores reajustados em ${typed.trim()}%: confira e salve.`, { tone: 'good' });
  };
  return (
    <div className={styles.columns}>
      <DecimalField
        label="Reajuste (%, opcional)"
        description="Muda todos os valores abaixo, em centavos inteiros."
        value={typed}
        error={wrong}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter would submit the form around this field.
          event.preventDefault();
          raise();
        }}
      />
      <Button variant="default" className={styles.remove ?? ''} onClick={raise}>
        Reajustar
      </Button>
    </div>
  );
};

const WaterFields = ({ form }: { form: TariffFields }) => {
  const mode = useWatch({ control: form.control, name: 'sewageMode' });
  return (
    <>
      <NativeSelect
        {...form.field('category', 'Categoria')}
        data={WATER_CATEGORIES.map((value) => ({ value, label: categoryNames[value] }))}
      />
      <Readjustment form={form} />
      <TableFields form={form} name="water" title="Água" />
      <NativeSelect {...form.field('sewageMode')} label="Esgoto" data={sewageModes} />
      {mode === 'percent' && <DecimalField {...form.field('sewageShare')} label="Esgoto (% da água)" />}
      {mode === 'table' && <TableFields form={form} name="sewage" title="Esgoto" />}
    </>
  );
};

const MAX_INTERMEDIATE = 4;

/** Peak and intermediate hours by half hours, which differ by distributor. */
const WindowFields = ({ form, hasIntermediate }: { form: TariffFields; hasIntermediate: boolean }) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'intermediate' });
  return (
    <TermFieldset
      className={styles.group}
      legend="Horários nos dias úteis"
      terms={['ponta', 'intermediario']}
    >
      <div className={styles.columns}>
        <NativeSelect {...form.field('peak.start')} label="Início da ponta" data={halfHours} />
        <NativeSelect {...form.field('peak.end')} label="Fim da ponta" data={halfHours} />
      </div>
      {hasIntermediate && (
        <>
          {fields.map((one, index) => (
            <div key={one.id} className={styles.columns}>
              <NativeSelect
                {...form.field(`intermediate.${index}.start`, `Início do intermediário ${index + 1}`)}
                data={halfHours}
              />
              <NativeSelect
                {...form.field(`intermediate.${index}.end`, `Fim do intermediário ${index + 1}`)}
                data={halfHours}
              />
              <Button variant="default" className={styles.remove ?? ''} onClick={() => remove(index)}>
                Remover
              </Button>
            </div>
          ))}
          {fields.length < MAX_INTERMEDIATE && (
            <Button variant="default" onClick={() => append({ start: '1260', end: '1320' })}>
              Acrescentar horário intermediário
            </Button>
          )}
        </>
      )}
      <Checkbox
        {...form.register('areHolidaysOffPeak')}
        label="Feriados nacionais são fora ponta"
        description="Como nas modalidades da ANEEL. Desmarque se a distribuidora cobra ponta em feriados."
      />
    </TermFieldset>
  );
};

type TouPeriod = keyof typeof touPeriodNames;

/** The three prices of the simple tariff, taxes included. */
const SimpleFields = ({ form, unit }: { form: TariffFields; unit: string }) => (
  <fieldset className={styles.group}>
    <legend>Preços com tributos</legend>
    <div className={styles.columns}>
      {(Object.keys(touPeriodNames) as TouPeriod[]).map((touPeriod) => (
        <DecimalField
          key={touPeriod}
          {...form.field(`simple.${touPeriod}`, `${touPeriodNames[touPeriod]} (R$/${unit})`)}
        />
      ))}
    </div>
    {unit === 'kWh' && (
      <p>
        Ponta das 18h às 20h59, de segunda a sexta, feriados incluídos. Nas modalidades da ANEEL você escolhe.
      </p>
    )}
  </fieldset>
);

/** TUSD and TE of each time-of-use period, as resolutions publish them. */
const EnergyFields = ({ form, modality }: { form: TariffFields; modality: ElectricModality }) => (
  <TermFieldset className={styles.group} legend="Energia, sem tributos" terms={['tusd-te']}>
    {ELECTRIC_MODALITIES[modality].touPeriods.map((touPeriod) => {
      const of = isOfOnePrice(modality) ? '' : `, ${touPeriodNames[touPeriod].toLowerCase()}`;
      return (
        <div key={touPeriod} className={styles.columns}>
          <DecimalField {...form.field(`energy.${touPeriod}.tusd`)} label={`TUSD${of} (R$/MWh)`} />
          <DecimalField {...form.field(`energy.${touPeriod}.te`)} label={`TE${of} (R$/MWh)`} />
        </div>
      );
    })}
  </TermFieldset>
);

const DemandFields = ({ form, isByPost }: { form: TariffFields; isByPost: boolean }) => (
  <TermFieldset
    className={styles.group}
    legend="Demanda e excedente reativo, sem tributos"
    terms={['demanda', 'reativo']}
  >
    <div className={styles.pairs}>
      {isByPost && <DecimalField {...form.field('demand.inPoint')} label="Demanda na ponta (R$/kW)" />}
      <DecimalField
        {...form.field('demand.outPoint', isByPost ? 'Demanda fora ponta (R$/kW)' : 'Demanda (R$/kW)')}
      />
      <DecimalField
        {...form.field(
          'vrEre',
          'TE do B1 (R$/MWh, opcional)',
          'Preço do excedente reativo. Em branco, não é cobrado.',
        )}
      />
    </div>
  </TermFieldset>
);

/** Charges on compensated energy, which the file of components fills too. */
const CompensationFields = ({ form, modality }: { form: TariffFields; modality: ElectricModality }) => (
  <TermFieldset
    className={styles.group}
    legend="Energia compensada, sem tributos (opcional)"
    terms={['fio-b']}
  >
    {ELECTRIC_MODALITIES[modality].touPeriods.map((touPeriod) => {
      const of = isOfOnePrice(modality) ? '' : `, ${touPeriodNames[touPeriod].toLowerCase()}`;
      return (
        <div key={touPeriod} className={styles.columns}>
          <DecimalField {...form.field(`fioB.${touPeriod}`)} label={`Fio B${of} (R$/MWh)`} />
          <DecimalField {...form.field(`gd3.${touPeriod}`)} label={`Encargos da GD III${of} (R$/MWh)`} />
        </div>
      );
    })}
    <p>Em branco, a energia compensada é abatida por inteiro, e a fatura diz o que falta.</p>
  </TermFieldset>
);

interface RulesFieldsProps {
  form: TariffFields;
  draft: Pick<TariffDraft, 'modality' | 'type'>;
}

export const RulesFields = ({ form, draft }: RulesFieldsProps) => {
  const { modality, type } = draft;
  if (modality === 'simple') return <SimpleFields form={form} unit={type === 'water' ? 'm³' : 'kWh'} />;
  if (modality === 'water') return <WaterFields form={form} />;
  const { touPeriods, demandTouPeriods } = ELECTRIC_MODALITIES[modality];
  return (
    <>
      <EnergyFields form={form} modality={modality} />
      {demandTouPeriods.length > 0 && <DemandFields form={form} isByPost={demandTouPeriods.length > 1} />}
      <CompensationFields form={form} modality={modality} />
      {touPeriods.length > 1 && <WindowFields form={form} hasIntermediate={hasIntermediatePrice(modality)} />}
    </>
  );
};
