import { Checkbox, NativeSelect } from '@mantine/core';
import { listTariffs } from '@nascente/contract/sites/tariffs';
import { SUPPLIES } from '@nascente/domain/sites/tariffs/billing-contract';
import {
  demandPeriodsOf,
  electricModalities,
  isOfGroup,
  type Modality,
  SUBGROUPS,
} from '@nascente/domain/sites/tariffs/tariff-rules';
import { useQuery } from '@tanstack/react-query';
import { Controller, useWatch } from 'react-hook-form';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { DecimalField } from '../../../../shared/forms/fields/decimal-field.tsx';
import { TermFieldset } from '../../../../shared/glossary/term-fieldset.tsx';
import { modalityNames } from '../../../../shared/tariffs/modality-texts.ts';
import { TariffSelect } from '../../../../shared/tariffs/tariff-select.tsx';
import type { TariffType } from '../../page-frame/bill-texts.ts';
import { supplyNames } from '../contract-texts.ts';
import type { ContractForm } from '../draft/use-contract-form.ts';
import classes from './contract-form.module.css';

const OF_A = electricModalities.filter((modality) => isOfGroup('A', modality));
const OF_B = electricModalities.filter((modality) => isOfGroup('B', modality));

const modalitiesOf = (isGroupA: boolean, optanteB: boolean): readonly Modality[] =>
  isGroupA ? [...OF_A, 'simple', ...(optanteB ? OF_B : [])] : [...OF_B, 'simple'];

/** The distributor's tariff; a choice sets subgroup and modality. */
export const TariffField = ({ form, type }: { readonly form: ContractForm; readonly type: TariffType }) => {
  const { data } = useQuery(queryFor(listTariffs, {}));
  const adopt = (id: string | null) => {
    const tariff = data?.taxes.find(({ _id }) => _id === id);
    const subgroup = SUBGROUPS.find((name) => name === tariff?.group);
    if (tariff === undefined) return;
    form.setValue('modality', tariff.modality, { shouldDirty: true });
    if (subgroup !== undefined) form.setValue('subgroup', subgroup, { shouldDirty: true });
  };
  return (
    <Controller
      control={form.control}
      name="tax"
      render={({ field: { value, onChange, onBlur } }) => (
        <TariffSelect
          type={type}
          value={value}
          onBlur={onBlur}
          onChange={(id) => {
            onChange(id);
            adopt(id);
          }}
          description="Em branco, vale a tarifa do estabelecimento ou do medidor."
        />
      )}
    />
  );
};

const OptingFields = ({ form }: { readonly form: ContractForm }) => (
  <div className={classes.pair}>
    <DecimalField {...form.field('transformerKva')} label="Transformador (kVA, opcional)" />
    <Checkbox
      {...form.register('optanteB')}
      className={classes.option ?? ''}
      label="Optante pela tarifa do grupo B"
    />
  </div>
);

const MarketFields = ({ form }: { readonly form: ContractForm }) => {
  const market = useWatch({ control: form.control, name: 'market' });
  return (
    <>
      <NativeSelect
        {...form.field('market', 'Mercado')}
        data={[
          { value: 'cativo', label: 'Cativo: energia da distribuidora' },
          { value: 'livre', label: 'Livre: energia de um fornecedor' },
        ]}
      />
      {market === 'livre' && (
        <div className={classes.pair}>
          <DecimalField
            {...form.field(
              'demandDiscount',
              'Desconto na TUSD (%)',
              'De fonte incentivada; sem desconto, 0.',
            )}
          />
          <DecimalField
            {...form.field(
              'supplierPrice',
              'Preço do fornecedor (R$/kWh, opcional)',
              'Sem ele, a fatura é só a da distribuidora.',
            )}
          />
        </div>
      )}
    </>
  );
};

export const FramingFields = ({ form }: { readonly form: ContractForm }) => {
  const [subgroup, modality, optanteB] = useWatch({
    control: form.control,
    name: ['subgroup', 'modality', 'optanteB'],
  });
  const isGroupA = subgroup.startsWith('A');
  const open = modalitiesOf(isGroupA, optanteB);
  const shown = open.includes(modality) ? open : [modality, ...open];
  return (
    <TermFieldset className={classes.group} legend="Enquadramento" terms={['grupo-tarifario', 'modalidade']}>
      <TariffField form={form} type="eletric" />
      <div className={classes.columns}>
        <NativeSelect {...form.field('subgroup')} label="Subgrupo" data={[...SUBGROUPS]} />
        <NativeSelect
          {...form.field('modality', 'Modalidade')}
          data={shown.map((value) => ({ value, label: modalityNames[value] }))}
        />
        <NativeSelect
          {...form.field('supply', 'Fornecimento')}
          data={[
            { value: '', label: 'Não informado' },
            ...SUPPLIES.map((value) => ({ value, label: supplyNames[value] })),
          ]}
        />
      </div>
      {isGroupA && <OptingFields form={form} />}
      {isGroupA && <MarketFields form={form} />}
    </TermFieldset>
  );
};

/** One demand for Verde, one per time-of-use period for Azul. */
export const DemandFields = ({ form }: { readonly form: ContractForm }) => {
  const modality = useWatch({ control: form.control, name: 'modality' });
  return (
    <TermFieldset
      className={classes.group}
      legend="Demanda contratada"
      terms={['demanda-contratada', 'ultrapassagem']}
    >
      <div className={classes.columns}>
        {demandPeriodsOf(modality).length === 1 ? (
          <DecimalField {...form.field('demand.single')} label="Demanda (kW)" />
        ) : (
          <>
            <DecimalField {...form.field('demand.inPoint')} label="Na ponta (kW)" />
            <DecimalField {...form.field('demand.outPoint')} label="Fora ponta (kW)" />
          </>
        )}
      </div>
    </TermFieldset>
  );
};
