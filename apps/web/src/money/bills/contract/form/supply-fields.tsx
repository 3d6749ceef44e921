import { Button, NativeSelect } from '@mantine/core';
import { useFieldArray, useWatch } from 'react-hook-form';
import { DateField } from '../../../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../../../shared/forms/fields/decimal-field.tsx';
import { modulationNames, supplyIcmsNames } from '../contract-texts.ts';
import type { ContractForm } from '../draft/use-contract-form.ts';
import classes from './contract-form.module.css';
import { DatedEntry } from './dated-entry.tsx';

const MAX_PRICES = 120;

const icms = Object.entries(supplyIcmsNames).map(([value, label]) => ({ value, label }));

const modulations = Object.entries(modulationNames).map(([value, label]) => ({ value, label }));
const VolumeFields = ({ form }: { readonly form: ContractForm }) => {
  const modulation = useWatch({ control: form.control, name: 'supplier.modulation' });
  return (
    <div className={classes.columns}>
      <NativeSelect {...form.field('supplier.modulation')} label="Modulação" data={modulations} />
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
export const SupplyFields = ({ form, today }: { readonly form: ContractForm; readonly today: string }) => {
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
      <NativeSelect {...form.field('supplier.icms')} label="ICMS sobre a energia" data={icms} />
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
        <div className={classes.foot}>
          <Button
            variant="default"
            onClick={() => append({ validFrom: `${today.slice(0, 7)}-01`, price: '' })}
          >
            Acrescentar preço ou reajuste
          </Button>
        </div>
      )}
    </fieldset>
  );
};
