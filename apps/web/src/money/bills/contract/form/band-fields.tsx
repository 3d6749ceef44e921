import { Button } from '@mantine/core';
import { type FieldArrayPath, useFieldArray } from 'react-hook-form';
import { DecimalField } from '../../../../shared/forms/fields/decimal-field.tsx';
import { RemoveButton } from '../../../../shared/ui/marks/remove-button.tsx';
import type { ContractDraft } from '../draft/contract-draft.ts';
import type { ContractForm } from '../draft/use-contract-form.ts';
import classes from './contract-form.module.css';

type BandsPath = Extract<
  FieldArrayPath<ContractDraft>,
  'cosipBands' | `cosipChanges.${number}.bands` | `taxes.${number}.icmsBands`
>;

interface BandFieldsProps {
  readonly form: ContractForm;
  readonly name: BandsPath;
  readonly valueLabel: string;
  readonly unit?: 'kWh' | 'kW';
  readonly of: string;
}

const MAX_BANDS = 24;

/** Bands of consumption or demand, each above the previous one; the last has no limit. */
export const BandFields = ({ form, name, valueLabel, unit = 'kWh', of }: BandFieldsProps) => {
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
        <div className={classes.foot}>
          <Button
            variant="default"
            onClick={() => insert(Math.max(fields.length - 1, 0), { upTo: '', value: '' })}
          >
            Acrescentar faixa
          </Button>
        </div>
      )}
    </>
  );
};
