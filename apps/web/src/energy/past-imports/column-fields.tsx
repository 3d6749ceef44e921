import { NativeSelect, TextInput } from '@mantine/core';
import type { FileReadingJson, ImportPreview } from '@nascente/contract/energy/past-imports';
import {
  isVolumeUnit,
  MEAN_UNITS,
  PAST_PERIODS,
  PAST_PHASES,
  PAST_QUANTITIES,
  PAST_UNITS,
  type PastQuantity,
} from '@nascente/domain/energy/past-imports/file-reading';
import styles from './past.module.css';
import { periodNames, quantityNames, unitNames } from './past-words.ts';

const PLACES = [
  'timeColumn',
  'clockColumn',
  'endColumn',
  'endClockColumn',
  'unitColumn',
  'estimatedColumn',
] as const;

/** What a column of a file is. */
type ColumnRole = (typeof PLACES)[number] | PastQuantity | 'kinds' | 'marks' | 'only' | 'ignored';

const ROLE_NAMES: Readonly<Record<Exclude<ColumnRole, PastQuantity>, string>> = {
  ignored: 'não importar',
  timeColumn: 'data, ou data e hora',
  clockColumn: 'hora',
  endColumn: 'fim do intervalo',
  endClockColumn: 'hora do fim',
  unitColumn: 'unidade da linha',
  estimatedColumn: 'parte estimada (%)',
  kinds: 'grandeza da linha',
  marks: 'fase ou posto da linha',
  only: 'medidor',
};

const isQuantity = (role: ColumnRole): role is PastQuantity => PAST_QUANTITIES.some((each) => each === role);
const isPlace = (role: ColumnRole): role is (typeof PLACES)[number] => PLACES.some((each) => each === role);

function roleOf(reading: FileReadingJson, column: number): ColumnRole {
  const place = PLACES.find((each) => reading[each] === column);
  if (place !== undefined) return place;
  if (reading.only?.column === column) return 'only';
  if (reading.kinds?.column === column) return 'kinds';
  if (reading.marks?.column === column) return 'marks';
  return reading.values.find((value) => value.column === column)?.quantity ?? 'ignored';
}

/** The mapping with another role for a column. A role that one column has moves; quantities may have several. */
function withRole(
  reading: FileReadingJson,
  column: number,
  role: ColumnRole,
  cells: readonly string[],
): FileReadingJson {
  const next: FileReadingJson = {
    ...reading,
    values: reading.values.filter((value) => value.column !== column),
    only: reading.only?.column === column ? null : reading.only,
    kinds: reading.kinds?.column === column ? null : reading.kinds,
    marks: reading.marks?.column === column ? null : reading.marks,
  };
  for (const place of PLACES) if (next[place] === column) next[place] = null;
  if (isPlace(role)) return { ...next, [role]: column };
  if (role === 'only') return { ...next, only: { column, text: cells[0] ?? '' } };
  if (role === 'kinds') {
    const texts = [...new Set(cells)].map((text) => ({ text, quantity: null }));
    return { ...next, kinds: { column, texts } };
  }
  if (role === 'marks') {
    const texts = [...new Set(cells)].map((text) => ({ text, phase: null, period: null }));
    return { ...next, marks: { column, texts } };
  }
  if (!isQuantity(role)) return next;
  const before = reading.values.find((value) => value.column === column);
  const unit = before?.unit ?? (role === 'volume' ? 'L' : 'kWh');
  const value = { column, quantity: role, unit, isRegister: false, phase: null, period: null, ...before };
  return { ...next, values: [...next.values, { ...value, quantity: role }] };
}

interface ColumnFieldsProps extends Pick<ImportPreview, 'columns' | 'sample'> {
  readonly reading: FileReadingJson;
  readonly isWater: boolean;
  readonly onChange: (reading: FileReadingJson) => void;
}

type Value = FileReadingJson['values'][number];

const KINDS = [
  { value: 'each', label: 'o que cada intervalo somou' },
  { value: 'register', label: 'um registrador que só cresce' },
  { value: 'daily', label: 'um contador que volta a zero todo dia' },
];
const kindOf = ({ isRegister, restartsDaily }: FileReadingJson['values'][number]): string => {
  if (!isRegister) return 'each';
  return restartsDaily === true ? 'daily' : 'register';
};
const NONE = '';
const PHASES = [
  { value: NONE, label: 'todas as fases' },
  ...PAST_PHASES.map((value) => ({ value, label: `fase ${value}` })),
];
const PERIODS = [
  { value: NONE, label: 'qualquer horário' },
  ...PAST_PERIODS.map((value) => ({ value, label: periodNames[value] })),
];
const MARKS = [{ value: NONE, label: 'nem fase nem posto' }, ...PHASES.slice(1), ...PERIODS.slice(1)];
const isMean = ({ unit }: Value): boolean => MEAN_UNITS.includes(unit);

interface ValueFieldsProps {
  readonly value: Value;
  readonly name: string;
  readonly isWater: boolean;
  readonly onChange: (change: Partial<Value>) => void;
}

/** Unit, kind, phase and tariff period of a column of values. */
const ValueFields = ({ value, name, isWater, onChange }: ValueFieldsProps) => (
  <>
    <NativeSelect
      aria-label={`Unidade de ${name}`}
      data={PAST_UNITS.filter((unit) => unit === 'pulse' || isVolumeUnit(unit) === isWater).map((unit) => ({
        value: unit,
        label: unitNames[unit],
      }))}
      value={value.unit}
      onChange={(event) =>
        onChange({ unit: PAST_UNITS.find((one) => one === event.currentTarget.value) ?? value.unit })
      }
    />
    {!isMean(value) && (
      <NativeSelect
        aria-label={`Valores de ${name}`}
        data={KINDS}
        value={kindOf(value)}
        onChange={(event) => {
          const kind = event.currentTarget.value;
          onChange({ isRegister: kind !== 'each', restartsDaily: kind === 'daily' });
        }}
      />
    )}
    {value.unit !== 'pulse' && (
      <TextInput
        type="number"
        aria-label={`Multiplicador de ${name}`}
        leftSection="×"
        min={0}
        step="any"
        placeholder="1"
        value={value.factor ?? ''}
        onChange={(event) => {
          const factor = Number(event.currentTarget.value);
          onChange({ factor: factor > 0 && factor !== 1 ? factor : undefined });
        }}
      />
    )}
    {!isWater && (
      <>
        <NativeSelect
          aria-label={`Fase de ${name}`}
          data={PHASES}
          value={value.phase ?? NONE}
          onChange={(event) =>
            onChange({ phase: PAST_PHASES.find((one) => one === event.currentTarget.value) ?? null })
          }
        />
        <NativeSelect
          aria-label={`Posto de ${name}`}
          data={PERIODS}
          value={value.period ?? NONE}
          onChange={(event) =>
            onChange({ period: PAST_PERIODS.find((one) => one === event.currentTarget.value) ?? null })
          }
        />
      </>
    )}
  </>
);

/** What each column is. */
export const ColumnFields = ({ reading, columns, sample, isWater, onChange }: ColumnFieldsProps) => {
  const quantities = PAST_QUANTITIES.filter((quantity) => (quantity === 'volume') === isWater);
  const roles: { value: ColumnRole; label: string }[] = [
    ...(Object.keys(ROLE_NAMES) as (keyof typeof ROLE_NAMES)[]).map((value) => ({
      value,
      label: ROLE_NAMES[value],
    })),
    ...quantities.map((value) => ({ value, label: quantityNames[value] })),
  ];
  const cellsOf = (column: number): string[] => sample.map((cells) => cells[column] ?? '');
  const changeValue = (column: number, change: Partial<Value>): void =>
    onChange({
      ...reading,
      values: reading.values.map((value) => (value.column === column ? { ...value, ...change } : value)),
    });
  return (
    <ul className={styles.columns}>
      {columns.map((name, column) => {
        const value = reading.values.find((each) => each.column === column);
        const { only, kinds, marks } = reading;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name.
          <li key={column} className={styles.columnRow}>
            <div>
              <b>{name}</b>
              <small>{cellsOf(column).slice(0, 2).join(' · ')}</small>
            </div>
            <div className={styles.choices}>
              <NativeSelect
                aria-label={`O que é ${name}`}
                data={roles}
                value={roleOf(reading, column)}
                onChange={(event) => {
                  const role =
                    roles.find((one) => one.value === event.currentTarget.value)?.value ?? 'ignored';
                  onChange(withRole(reading, column, role, cellsOf(column)));
                }}
              />
              {value && (
                <ValueFields
                  value={value}
                  name={name}
                  isWater={isWater}
                  onChange={(change) => changeValue(column, change)}
                />
              )}
              {only?.column === column && (
                <TextInput
                  aria-label={`Só as linhas de ${name}`}
                  value={only.text}
                  onChange={(event) =>
                    onChange({ ...reading, only: { column, text: event.currentTarget.value } })
                  }
                />
              )}
              {marks?.column === column &&
                marks.texts.map((mark) => (
                  <NativeSelect
                    key={mark.text}
                    label={mark.text}
                    data={MARKS}
                    value={mark.phase ?? mark.period ?? NONE}
                    onChange={(event) => {
                      const chosen = event.currentTarget.value;
                      const phase = PAST_PHASES.find((one) => one === chosen) ?? null;
                      const period = PAST_PERIODS.find((one) => one === chosen) ?? null;
                      const texts = marks.texts.map((each) =>
                        each.text === mark.text ? { ...each, phase, period } : each,
                      );
                      onChange({ ...reading, marks: { column, texts } });
                    }}
                  />
                ))}
              {kinds?.column === column &&
                kinds.texts.map(({ text, quantity }) => (
                  <NativeSelect
                    key={text}
                    label={text}
                    data={[
                      { value: NONE, label: ROLE_NAMES.ignored },
                      ...quantities.map((one) => ({ value: one, label: quantityNames[one] })),
                    ]}
                    value={quantity ?? NONE}
                    onChange={(event) => {
                      const chosen = quantities.find((one) => one === event.currentTarget.value) ?? null;
                      const texts = kinds.texts.map((each) =>
                        each.text === text ? { text, quantity: chosen } : each,
                      );
                      onChange({ ...reading, kinds: { column, texts } });
                    }}
                  />
                ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
};
