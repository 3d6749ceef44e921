import type { CellLevel } from '@nascente/charts/cell-grid';
import type { AnswerOf } from '@nascente/contract/base/call';
import type { readTelemetryStatus, STATUS_LEVELS } from '@nascente/contract/telemetry/telemetry';
import { type CivilDate, civilDateAt, civilHourAt, daysFrom } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatNumber, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { isBilledPowerFactor } from '@nascente/domain/telemetry/quality/power-factor';
import { type Tension, voltageWarning } from '@nascente/domain/telemetry/quality/voltage';
import type { CellContent } from '../../../../shared/charts/cell-chart.tsx';
import type { Period } from '../../period/period-range.ts';
import { dayColumn, HOURS, hourText } from '../hour-rows.ts';

type StatusLevel = (typeof STATUS_LEVELS)[number];
type CellLevelName = StatusLevel | 'billed';
export type Measure = 'PF' | 'V';

interface NamedLevel extends CellLevel {
  readonly level: CellLevelName;
  readonly word: string;
}

const soft = (color: string): string => `color-mix(in srgb, var(${color}) 45%, var(--surface))`;

/** Colours are the three levels of the specification, section 9; the bill's limit, 0.92, divides the best one. */
const POWER_FACTOR: readonly NamedLevel[] = [
  { level: 'great', word: 'ótimo', label: 'ótimo, 0,92 ou mais', fill: soft('--good') },
  {
    level: 'billed',
    word: 'abaixo de 0,92, o limite do grupo A',
    label: 'abaixo do limite do grupo A, 0,92',
    fill: soft('--good'),
    shape: 'dot',
  },
  { level: 'normal', word: 'normal', label: 'normal', fill: 'var(--intermediate)', shape: 'bar' },
  { level: 'low', word: 'muito baixo', label: 'muito baixo, até 0,4', fill: 'var(--bad)', shape: 'down' },
];

/** PRODIST's ranges at 127 V and 220 V, as in the domain. */
const RANGES: Readonly<Record<Tension, readonly [string, string, string]>> = {
  110: ['117 a 133 V', 'abaixo de 110 V', 'acima de 135 V'],
  220: ['202 a 231 V', 'abaixo de 191 V', 'acima de 233 V'],
};

const voltageLevels = (tension: Tension): readonly NamedLevel[] => {
  const [adequate, under, over] = RANGES[tension];
  return [
    { level: 'adequate', word: 'adequada', label: `adequada, ${adequate}`, fill: soft('--good') },
    {
      level: 'precarious',
      word: 'precária',
      label: 'precária',
      fill: 'var(--intermediate)',
      shape: 'bar',
    },
    {
      level: 'under',
      word: 'crítica, baixa',
      label: `crítica, ${under}`,
      fill: 'var(--bad)',
      shape: 'down',
    },
    { level: 'over', word: 'crítica, alta', label: `crítica, ${over}`, fill: 'var(--bad)', shape: 'up' },
  ];
};

/** The level of an hour as drawn. */
export const drawnLevel = ({ level, value }: { level: StatusLevel; value: number }): CellLevelName =>
  level === 'great' && isBilledPowerFactor(value) ? 'billed' : level;

export const levelsOf = (measure: Measure, tension: Tension): readonly NamedLevel[] =>
  measure === 'PF' ? POWER_FACTOR : voltageLevels(tension);

type Status = AnswerOf<typeof readTelemetryStatus>['status'];
type Hour = Status[number];

const measureText = (value: number, measure: Measure): string =>
  measure === 'PF' ? formatNumber(value, 2) : `${formatNumber(value, 1)}\u00a0V`;

const WARNINGS = { over: 'sobretensão', under: 'subtensão' } as const;

/** Hours by civil day and hour; where clocks go back, the later of two equal hours. */
const byHourOfDay = (status: Status, zone: Zone): ReadonlyMap<string, Hour> =>
  new Map(
    status.map((hour) => {
      const at = instant(Date.parse(hour.date));
      return [`${civilDateAt(at, zone)} ${civilHourAt(at, zone)}`, hour];
    }),
  );

export const qualityCells = (
  status: Status,
  period: Period,
  { measure, tension, zone }: { readonly measure: Measure; readonly tension: Tension; readonly zone: Zone },
): CellContent => {
  const levels = levelsOf(measure, tension);
  const days = daysFrom(period.start, period.end);
  const hours = byHourOfDay(status, zone);
  const hourOf = (date: CivilDate, hour: number): Hour | undefined => hours.get(`${date} ${hour}`);
  return {
    columns: days.map((date, index) =>
      dayColumn(
        date,
        index,
        days.length,
        HOURS.map((hour) => {
          const found = hourOf(date, hour);
          return found === undefined ? null : levels.findIndex(({ level }) => level === drawnLevel(found));
        }),
      ),
    ),
    describe: ({ column, row }) => {
      const date = days[column];
      if (date === undefined) return { title: '', rows: [] };
      const title = hourText(date, row);
      const found = hourOf(date, row);
      if (found === undefined) return { title, rows: [], note: 'sem dados' };
      const warning = measure === 'V' ? voltageWarning(found.value, tension) : null;
      return {
        title,
        rows: [
          {
            label: measure === 'PF' ? 'Fator de potência' : 'Tensão',
            value: measureText(found.value, measure),
          },
          { label: 'Nível', value: levels.find(({ level }) => level === drawnLevel(found))?.word ?? '' },
        ],
        ...(warning !== null && { note: `aviso de ${WARNINGS[warning]}` }),
      };
    },
    table: {
      columns: ['Dia', ...HOURS.map((hour) => `${hour}h`)],
      rows: days.map((date) => [
        formatWeekdayDay(date),
        ...HOURS.map((hour) => {
          const found = hourOf(date, hour);
          return found === undefined ? '–' : formatNumber(found.value, measure === 'PF' ? 2 : 1);
        }),
      ]),
    },
  };
};
