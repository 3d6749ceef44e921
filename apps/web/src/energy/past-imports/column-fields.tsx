import { TextInput } from '@mantine/core';
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
import { Choice, optionsOf } from '../../shared/forms/fields/choice.tsx';
import styles from './past.module.css';
import { periodNames, quantityNames, unitNames } from './past-texts.ts';

const PLACES = [
  'timeColumn',
  'clockColumn',
  'endColumn',
  'endClockColumn',
  'unitColumn',
  'estimatedColumn',
] as const;

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

/** The mapping with another role for a column. Roles of one column move; quantities may have several columns. */
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

const KINDS = optionsOf({
  each: 'a quantidade de cada intervalo',
  register: 'um registrador que só cresce',
  daily: 'um contador que volta a zero todo dia',
});
const kindOf = ({ isRegister, restartsDaily }: Value) => {
  if (!isRegister) return 'each';
  return restartsDaily === true ? 'daily' : 'register';
};
const PHASES = PAST_PHASES.map((value) => ({ value, label: `fase ${value}` }));
const PERIODS = optionsOf(periodNames, PAST_PERIODS);
const PHASE_CHOICES = [{ value: '', label: 'todas as fases' } as const, ...PHASES];
const PERIOD_CHOICES = [{ value: '', label: 'qualquer horário' } as const, ...PERIODS];
const MARK_CHOICES = [{ value: '', label: 'nem fase nem posto' } as const, ...PHASES, ...PERIODS];
const isMean = ({ unit }: Value): boolean => MEAN_UNITS.includes(unit);

interface ValueFieldsProps {
  readonly value: Value;
  readonly name: string;
  readonly isWater: boolean;
  readonly onChange: (change: Partial<Value>) => void;
}

const ValueFields = ({ value, name, isWater, onChange }: ValueFieldsProps) => (
  <>
    <Choice
      aria-label={`Unidade de ${name}`}
      options={optionsOf(
        unitNames,
        PAST_UNITS.filter((unit) => unit === 'pulse' || isVolumeUnit(unit) === isWater),
      )}
      value={value.unit}
      onChoose={(unit) => onChange({ unit })}
    />
    {!isMean(value) && (
      <Choice
        aria-label={`Valores de ${name}`}
        options={KINDS}
        value={kindOf(value)}
        onChoose={(kind) => onChange({ isRegister: kind !== 'each', restartsDaily: kind === 'daily' })}
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
        <Choice
          aria-label={`Fase de ${name}`}
          options={PHASE_CHOICES}
          value={value.phase ?? ''}
          onChoose={(phase) => onChange({ phase: phase || null })}
        />
        <Choice
          aria-label={`Posto de ${name}`}
          options={PERIOD_CHOICES}
          value={value.period ?? ''}
          onChoose={(period) => onChange({ period: period || null })}
        />
      </>
    )}
  </>
);

export const ColumnFields = ({ reading, columns, sample, isWater, onChange }: ColumnFieldsProps) => {
  const quantities = PAST_QUANTITIES.filter((quantity) => (quantity === 'volume') === isWater);
  const quantityOptions = optionsOf(quantityNames, quantities);
  const roles = [...optionsOf(ROLE_NAMES), ...quantityOptions];
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
              <Choice<ColumnRole>
                aria-label={`O que é ${name}`}
                options={roles}
                value={roleOf(reading, column)}
                onChoose={(role) => onChange(withRole(reading, column, role, cellsOf(column)))}
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
                  <Choice
                    key={mark.text}
                    label={mark.text}
                    options={MARK_CHOICES}
                    value={mark.phase ?? mark.period ?? ''}
                    onChoose={(chosen) => {
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
                  <Choice<PastQuantity | ''>
                    key={text}
                    label={text}
                    options={[{ value: '', label: ROLE_NAMES.ignored }, ...quantityOptions]}
                    value={quantity ?? ''}
                    onChoose={(chosen) => {
                      const texts = kinds.texts.map((each) =>
                        each.text === text ? { text, quantity: chosen || null } : each,
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
