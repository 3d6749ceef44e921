import {
  ELECTRIC_MODALITIES,
  type ElectricModality,
  isOfOnePrice,
} from '@nascente/domain/sites/tariffs/tariff-rules';
import { DecimalField } from '../../../shared/forms/fields/decimal-field.tsx';
import { TermFieldset } from '../../../shared/glossary/term-fieldset.tsx';
import { touPeriodNames } from '../../../shared/tariffs/modality-texts.ts';
import styles from './tariff-form.module.css';
import type { TariffForm } from './use-tariff-form.ts';

type TouPeriod = keyof typeof touPeriodNames;

/** The three prices of the simple tariff, taxes included. */
export const SimpleFields = ({ form, unit }: { form: TariffForm; unit: string }) => (
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
export const EnergyFields = ({ form, modality }: { form: TariffForm; modality: ElectricModality }) => (
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

export const DemandFields = ({ form, isByPost }: { form: TariffForm; isByPost: boolean }) => (
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
