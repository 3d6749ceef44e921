import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useFieldArray, useWatch } from 'react-hook-form';
import { modulationNames, supplyIcmsNames } from '../contract-words.ts';
import type { ContractForm } from '../draft/use-contract-form.ts';
import classes from './contract-form.module.css';
import { DatedEntry } from './dated-entry.tsx';

const MAX_PRICES = 120;

const icms = Object.entries(supplyIcmsNames).map(([value, label]) => ({ value, label }));

const modulations = Object.entries(modulationNames).map(([value, label]) => ({ value, label }));

const decimal = { inputMode: 'decimal', autoComplete: 'off' } as const;

/** How contracted energy is delivered, its limits, and what becomes of what differs. */
const VolumeFields = ({ form }: { readonly form: ContractForm }) => {
  const modulation = useWatch({ control: form.control, name: 'supplier.modulation' });
  return (
    <div className={classes.columns}>
      <NativeSelect {...form.field('supplier.modulation')} label="Modulação" data={modulations} />
      {modulation === 'measured' && (
        <>
          <TextInput {...form.field('supplier.least')} label="Mínimo (%)" {...decimal} />
          <TextInput {...form.field('supplier.most')} label="Máximo (%)" {...decimal} />
        </>
      )}
      <TextInput
        {...form.field('supplier.unitShare')}
        label="Parte desta unidade (%, opcional)"
        description="Quando uma nota reúne várias unidades."
        {...decimal}
      />
      <TextInput
        {...form.field('supplier.settlement')}
        label="Preço de liquidação (R$/kWh, opcional)"
        description="PLD médio, para o que sobra ou falta."
        {...decimal}
      />
    </div>
  );
};

/** What the supplier of the free market invoices: losses, the limits of its volume, ICMS, and prices from a day on. */
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
        <TextInput
          {...form.field('supplier.losses')}
          label="Perdas (%, opcional)"
          description="Da rede básica e da CCEE."
          {...decimal}
        />
        <TextInput
          {...form.field('supplier.contracted')}
          label="Energia contratada (kWh/mês, opcional)"
          description="Com limites de take-or-pay."
          {...decimal}
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
            <TextInput {...form.field(`supplier.prices.${index}.validFrom`)} type="date" label="Vale desde" />
            <TextInput
              {...form.field(`supplier.prices.${index}.price`)}
              label="Preço (R$/kWh)"
              {...decimal}
            />
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
