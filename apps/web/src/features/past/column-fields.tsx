import { NativeSelect, TextInput } from '@mantine/core';
import type { FileReadingJson, ImportPreview } from '@nascente/contract/past-imports';
import { PAST_QUANTITIES, PAST_UNITS } from '@nascente/domain/past/file-reading';
import group from '../../shared/forms/field-group.module.css';
import { quantityNames, unitNames } from './past-words.ts';

interface ColumnFieldsProps extends Pick<ImportPreview, 'columns' | 'sample'> {
  readonly reading: FileReadingJson;
  readonly isWater: boolean;
  readonly onChange: (change: Partial<FileReadingJson>) => void;
}

const NONE = '';
const UNITS = PAST_UNITS.map((value) => ({ value, label: unitNames[value] }));

/** Which column is the instant, and what each of the others counts. */
export const ColumnFields = ({ reading, columns, sample, isWater, onChange }: ColumnFieldsProps) => {
  const named = columns.map((name, column) => ({
    value: String(column),
    label: name === '' ? `Coluna ${column + 1}` : name,
  }));
  const optional = [{ value: NONE, label: 'nenhuma' }, ...named];
  const columnIn = (text: string): number | null => (text === NONE ? null : Number(text));
  const { only } = reading;
  const quantities = PAST_QUANTITIES.filter((quantity) => (quantity === 'volume') === isWater);
  return (
    <>
      <fieldset className={group.group}>
        <legend>Colunas</legend>
        <div className={group.fields}>
          <NativeSelect
            label="Data e hora"
            data={named}
            value={String(reading.timeColumn)}
            onChange={(event) => onChange({ timeColumn: Number(event.currentTarget.value) })}
          />
          <NativeSelect
            label="Hora à parte"
            data={optional}
            value={String(reading.clockColumn ?? NONE)}
            onChange={(event) => onChange({ clockColumn: columnIn(event.currentTarget.value) })}
          />
          {quantities.map((quantity) => {
            const columnOfQuantity = reading.values.find((value) => value.quantity === quantity);
            const others = reading.values.filter((value) => value.quantity !== quantity);
            return (
              <NativeSelect
                key={quantity}
                label={quantityNames[quantity]}
                data={optional}
                value={String(columnOfQuantity?.column ?? NONE)}
                onChange={(event) => {
                  const column = columnIn(event.currentTarget.value);
                  const unit = columnOfQuantity?.unit ?? (quantity === 'volume' ? 'L' : 'kWh');
                  onChange({ values: column === null ? others : [...others, { column, quantity, unit }] });
                }}
              />
            );
          })}
        </div>
      </fieldset>
      <fieldset className={group.group}>
        <legend>Unidades e medidor</legend>
        <div className={group.fields}>
          {reading.values.map((value) => (
            <NativeSelect
              key={value.quantity}
              label={`${quantityNames[value.quantity]} em`}
              data={UNITS.filter((one) => (one.value === 'L' || one.value === 'm3') === isWater)}
              value={value.unit}
              onChange={(event) => {
                const unit = PAST_UNITS.find((one) => one === event.currentTarget.value) ?? value.unit;
                onChange({
                  values: reading.values.map((one) => (one === value ? { ...value, unit } : one)),
                });
              }}
            />
          ))}
          <NativeSelect
            label="Coluna com o nome do medidor"
            data={optional}
            value={String(only?.column ?? NONE)}
            onChange={(event) => {
              const column = columnIn(event.currentTarget.value);
              onChange({ only: column === null ? null : { column, text: sample[0]?.[column] ?? '' } });
            }}
          />
          {only !== null && (
            <TextInput
              label="Só as linhas de"
              value={only.text}
              onChange={(event) => onChange({ only: { ...only, text: event.currentTarget.value } })}
            />
          )}
        </div>
      </fieldset>
    </>
  );
};
