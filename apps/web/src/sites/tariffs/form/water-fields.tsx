import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { WATER_CATEGORIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { useFieldArray, useWatch } from 'react-hook-form';
import { DecimalField } from '../../../shared/forms/fields/decimal-field.tsx';
import { categoryNames } from '../../../shared/tariffs/modality-texts.ts';
import styles from './tariff-form.module.css';
import type { TariffForm } from './use-tariff-form.ts';

const MAX_TIERS = 12;

interface TableFieldsProps {
  form: TariffForm;
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

export const WaterFields = ({ form }: { form: TariffForm }) => {
  const mode = useWatch({ control: form.control, name: 'sewageMode' });
  return (
    <>
      <NativeSelect
        {...form.field('category', 'Categoria')}
        data={WATER_CATEGORIES.map((value) => ({ value, label: categoryNames[value] }))}
      />
      <TableFields form={form} name="water" title="Água" />
      <NativeSelect {...form.field('sewageMode')} label="Esgoto" data={sewageModes} />
      {mode === 'percent' && <DecimalField {...form.field('sewageShare')} label="Esgoto (% da água)" />}
      {mode === 'table' && <TableFields form={form} name="sewage" title="Esgoto" />}
    </>
  );
};
