import type { CellLevel } from '@nascente/charts/cell-grid';
import type { AnswerOf } from '@nascente/contract/base/call';
import { readHeatMap } from '@nascente/contract/energy/analysis';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatNumber, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { CellChart, type CellContent } from '../../../../shared/charts/cell-chart.tsx';
import { chartState } from '../../../../shared/charts/chart-frame.tsx';
import { type MeterKind, quantityText, unitOfKind } from '../../../../shared/consumption/amount.ts';
import { completenessText, measuredText } from '../../../../shared/consumption/completeness.ts';
import { hourPeriodText, touPeriodsOfRules } from '../../../../shared/consumption/tou-period-texts.ts';
import { TouRules } from '../../../../shared/consumption/tou-rules.tsx';
import { Card } from '../../../../shared/ui/marks/card.tsx';
import { SkeletonLine } from '../../../../shared/ui/page/skeleton.tsx';
import type { MeterView } from '../../meter-view.ts';
import { analysedDays } from '../../period/period-range.ts';
import { dayColumn, HOUR_ROWS, HOURS, hourText } from '../hour-rows.ts';
import classes from './heat-card.module.css';

type HeatMap = AnswerOf<typeof readHeatMap>['heatmap'];

/** Opacity of each level in percent; the faintest differs from a gap. */
const STRENGTHS = [10, 28, 46, 64, 82, 100] as const;

const levelOf = (total: number, highest: number): number =>
  highest <= 0 ? 0 : Math.min(Math.floor((total / highest) * STRENGTHS.length), STRENGTHS.length - 1);

const levelsOf = (highest: number, kind: MeterKind): readonly CellLevel[] => {
  const color = kind === 'water' ? '--water' : '--off-peak';
  const step = highest / STRENGTHS.length;
  const decimals = step >= 1 ? 1 : step >= 0.1 ? 2 : 3;
  return STRENGTHS.map((strength, index) => ({
    label: `${formatNumber(step * index, index === 0 ? 0 : decimals)} – ${formatNumber(step * (index + 1), decimals)}`,
    fill: `color-mix(in srgb, var(${color}) ${strength}%, var(--surface))`,
  }));
};

/** Hours of the days in six steps from nothing to the highest hour. */
export const heatCells = (
  { days, highest, touPeriods }: Pick<HeatMap, 'days' | 'highest' | 'touPeriods'>,
  kind: MeterKind,
): CellContent & { readonly levels: readonly CellLevel[] } => {
  const touPeriodsOn = touPeriodsOfRules(touPeriods);
  const max = highest?.total ?? 0;
  return {
    levels: levelsOf(max, kind),
    columns: days.map((day, index) =>
      dayColumn(
        civilDate(day.date),
        index,
        days.length,
        HOURS.map((hour) => {
          const total = day.hours[hour] ?? null;
          return total === null ? null : levelOf(total, max);
        }),
      ),
    ),
    describe: ({ column, row }) => {
      const day = days[column];
      if (day === undefined) return { title: '', rows: [] };
      const total = day.hours[row] ?? null;
      const title = hourText(civilDate(day.date), row);
      if (total === null) return { title, rows: [], note: 'sem dados' };
      return {
        title,
        rows: [
          { label: 'Consumo', value: quantityText(total, kind) },
          { label: 'No dia', value: quantityText(day.total, kind) },
          ...(touPeriods.length === 0
            ? []
            : [{ label: 'Posto', value: hourPeriodText(touPeriodsOn, civilDate(day.date), row) }]),
        ],
        note: measuredText(day),
      };
    },
    table: {
      columns: [`Dia (${unitOfKind(kind)})`, ...HOURS.map((hour) => `${hour}h`), 'Total'],
      rows: days.map((day) => [
        formatWeekdayDay(civilDate(day.date)),
        ...HOURS.map((hour) => {
          const total = day.hours[hour] ?? null;
          return total === null ? '–' : formatNumber(total, kind === 'water' ? 3 : 2);
        }),
        formatNumber(day.total, kind === 'water' ? 3 : 1),
      ]),
    },
  };
};

const EMPTY = { days: [], highest: null, touPeriods: [] };

export const HeatCard = ({ board, period, onDay }: Pick<MeterView, 'board' | 'period' | 'onDay'>) => {
  const { start, end } = analysedDays(period);
  const { data, error, refetch } = useQuery(
    queryFor(readHeatMap, { params: { mac: board.macAddress }, query: { start, end } }),
  );
  const heatmap = data?.heatmap;
  const cells = useMemo(() => heatCells(heatmap ?? EMPTY, board.type), [heatmap, board.type]);
  const highest = heatmap?.highest ?? null;
  const state = chartState({ data, error, refetch }, highest === null);
  const unit = unitOfKind(board.type);
  const label = `Consumo por hora e dia, em ${unit}`;
  return (
    <Card title="Mapa de calor" terms={['mapa-de-calor']} qualifier={formatDayRange(start, end)}>
      {highest !== null && (
        <p className={classes.highest}>
          Maior hora: <b>{quantityText(highest.total, board.type)}</b>,{' '}
          {hourText(civilDate(highest.date), highest.hour)}.
        </p>
      )}
      {state.kind === 'loading' && (
        <p className={classes.highest}>
          <SkeletonLine width={36} />
        </p>
      )}
      <CellChart
        {...cells}
        label={label}
        state={state}
        height={240}
        rows={HOUR_ROWS}
        note={`${unit} por hora · ${completenessText(heatmap?.completeness ?? 0, heatmap?.estimated)}`}
        onOpen={({ column }) => {
          const date = heatmap?.days[column]?.date;
          if (date !== undefined) onDay(civilDate(date));
        }}
      />
      {highest !== null && <TouRules rules={heatmap?.touPeriods ?? []} />}
    </Card>
  );
};
