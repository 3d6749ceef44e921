import type { CellColumn, CellPosition } from '@nascente/charts/cell-grid';
import type { ChartTableContent } from '@nascente/charts/chart-table';
import type { TooltipContent } from '@nascente/charts/chart-tooltip';
import type { AnswerOf } from '@nascente/contract/base/call';
import type { readTelemetryStatus } from '@nascente/contract/telemetry/telemetry';
import { type CivilDate, civilDateAt, civilHourAt, daysFrom } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatNumber, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { type Tension, voltageWarning } from '@nascente/domain/telemetry/quality/voltage';
import type { Period } from '../../period/period-range.ts';
import { dayColumn, HOURS, hourText } from '../hour-rows.ts';
import { drawnLevel, levelsOf, type Measure } from './quality-levels.ts';

type Status = AnswerOf<typeof readTelemetryStatus>['status'];
type Hour = Status[number];

const measureText = (value: number, measure: Measure): string =>
  measure === 'PF' ? formatNumber(value, 2) : `${formatNumber(value, 1)}\u00a0V`;

const WARNINGS = { over: 'sobretensão', under: 'subtensão' } as const;

interface Shown {
  readonly measure: Measure;
  readonly tension: Tension;
  readonly zone: Zone;
}

/** Hours by civil day and hour; where clocks go back, the later of two equal hours. */
const byHourOfDay = (status: Status, zone: Zone): ReadonlyMap<string, Hour> =>
  new Map(
    status.map((hour) => {
      const at = instant(Date.parse(hour.date));
      return [`${civilDateAt(at, zone)} ${civilHourAt(at, zone)}`, hour];
    }),
  );

interface QualityCells {
  readonly columns: readonly CellColumn[];
  readonly describe: (position: CellPosition) => TooltipContent;
  readonly table: ChartTableContent;
}

export const qualityCells = (
  status: Status,
  period: Period,
  { measure, tension, zone }: Shown,
): QualityCells => {
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
