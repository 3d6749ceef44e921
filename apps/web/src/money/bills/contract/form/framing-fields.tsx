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
import { Controller, useFieldArray, useWatch } from 'react-hook-form';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { optionsOf } from '../../../../shared/forms/fields/choice.tsx';
import { DateField } from '../../../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../../../shared/forms/fields/decimal-field.tsx';
import { TermFieldset } from '../../../../shared/glossary/term-hint.tsx';
import { TariffSelect } from '../../../../shared/tariffs/tariff-select.tsx';
import { modalityNames } from '../../../../shared/tariffs/tariff-texts.ts';
import type { TariffType } from '../../page-frame/bill-address.ts';
import { modulationNames, supplyIcmsNames, supplyNames } from '../contract-texts.ts';
import type { ContractFields } from '../draft/read-contract-draft.ts';
import classes from './contract-form.module.css';
import { AddEntry, DatedEntry } from './dated-entry.tsx';

const OF_A = electricModalities.filter((modality) => isOfGroup('A', modality));
const OF_B = electricModalities.filter((modality) => isOfGroup('B', modality));

const modalitiesOf = (isGroupA: boolean, optanteB: boolean): readonly Modality[] =>
  isGroupA ? [...OF_A, 'simple', ...(optanteB ? OF_B : [])] : [...OF_B, 'simple'];

/** The distributor's tariff; a choice sets subgroup and modality. */
export const TariffField = ({ form, type }: { readonly form: ContractFields; readonly type: TariffType }) => {
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

const OptingFields = ({ form }: { readonly form: ContractFields }) => (
  <div className={classes.pair}>
    <DecimalField {...form.field('transformerKva')} label="Transformador (kVA, opcional)" />
    <Checkbox
      {...form.register('optanteB')}
      className={classes.option ?? ''}
      label="Optante pela tarifa do grupo B"
    />
  </div>
);

const MarketFields = ({ form }: { readonly form: ContractFields }) => {
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

export const FramingFields = ({ form }: { readonly form: ContractFields }) => {
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
        <NativeSelect {...form.field('modality', 'Modalidade')} data={optionsOf(modalityNames, shown)} />
        <NativeSelect
          {...form.field('supply', 'Fornecimento')}
          data={[{ value: '', label: 'Não informado' }, ...optionsOf(supplyNames, SUPPLIES)]}
        />
      </div>
      {isGroupA && <OptingFields form={form} />}
      {isGroupA && <MarketFields form={form} />}
    </TermFieldset>
  );
};

/** One demand for Verde, one per time-of-use period for Azul. */
export const DemandFields = ({ form }: { readonly form: ContractFields }) => {
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

const MAX_PRICES = 120;

const VolumeFields = ({ form }: { readonly form: ContractFields }) => {
  const modulation = useWatch({ control: form.control, name: 'supplier.modulation' });
  return (
    <div className={classes.columns}>
      <NativeSelect
        {...form.field('supplier.modulation')}
        label="Modulação"
        data={optionsOf(modulationNames)}
      />
      {modulation === 'measured' && (
        <>
          <DecimalField {...form.field('supplier.min')} label="Mínimo (%)" />
          <DecimalField {...form.field('supplier.max')} label="Máximo (%)" />
        </>
      )}
      <DecimalField
        {...form.field(
          'supplier.unitShare',
          'Parte desta unidade (%, opcional)',
          'Quando uma nota reúne várias unidades.',
        )}
      />
      <DecimalField
        {...form.field(
          'supplier.settlement',
          'Preço de liquidação (R$/kWh, opcional)',
          'PLD médio, para o que sobra ou falta.',
        )}
      />
    </div>
  );
};

/** The supplier's invoice: losses, volume limits, ICMS and dated prices. */
export const SupplyFields = ({ form, today }: { readonly form: ContractFields; readonly today: string }) => {
  const contracted = useWatch({ control: form.control, name: 'supplier.contracted' });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'supplier.prices' });
  return (
    <fieldset className={classes.group}>
      <legend>Fornecedor do mercado livre</legend>
      <p className={classes.help}>
        O que a nota do fornecedor cobra além dos kWh do medidor. Sem preço do fornecedor, ela não entra na
        fatura.
      </p>
      <div className={classes.columns}>
        <DecimalField
          {...form.field('supplier.losses', 'Perdas (%, opcional)', 'Da rede básica e da CCEE.')}
        />
        <DecimalField
          {...form.field(
            'supplier.contracted',
            'Energia contratada (kWh/mês, opcional)',
            'Com limites de take-or-pay.',
          )}
        />
      </div>
      {contracted.trim() !== '' && <VolumeFields form={form} />}
      <NativeSelect
        {...form.field('supplier.icms')}
        label="ICMS sobre a energia"
        data={optionsOf(supplyIcmsNames)}
      />
      {fields.map((entry, index) => (
        <DatedEntry
          key={entry.id}
          label={`Preço do fornecedor ${index + 1}`}
          removal="Remover este preço"
          onRemove={() => remove(index)}
        >
          <div className={classes.columns}>
            <DateField {...form.field(`supplier.prices.${index}.validFrom`)} label="Vale desde" />
            <DecimalField {...form.field(`supplier.prices.${index}.price`, 'Preço (R$/kWh)')} />
          </div>
        </DatedEntry>
      ))}
      {fields.length < MAX_PRICES && (
        <AddEntry onClick={() => append({ validFrom: `${today.slice(0, 7)}-01`, price: '' })}>
          Acrescentar preço ou reajuste
        </AddEntry>
      )}
    </fieldset>
  );
};
