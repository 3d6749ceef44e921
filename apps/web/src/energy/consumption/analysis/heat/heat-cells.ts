import type { AnswerOf } from '@nascente/contract/base/call';
import type { readHeatMap } from '@nascente/contract/energy/analysis';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatWeekdayDay } from '@nascente/domain/base/units/format';
import type { CellColumn, CellLevel, CellPosition } from '../../../../shared/charts/cell-grid-geometry.ts';
import type { ChartTableContent } from '../../../../shared/charts/chart-table.tsx';
import type { TooltipContent } from '../../../../shared/charts/chart-tooltip.tsx';
import { type MeterKind, quantityText, unitOfKind } from '../../../../shared/consumption/amount.ts';
import { measuredText } from '../../../../shared/consumption/completeness.ts';
import { hourPostText, postsOfRules } from '../../../../shared/consumption/post-words.ts';
import { dayColumn, HOURS, hourText } from '../hour-rows.ts';

type HeatMap = AnswerOf<typeof readHeatMap>['heatmap'];

/** How much of the colour each level has, in percent; the faintest is still no gap. */
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

interface HeatCells {
  readonly columns: readonly CellColumn[];
  readonly levels: readonly CellLevel[];
  readonly describe: (position: CellPosition) => TooltipContent;
  readonly table: ChartTableContent;
}

/** Hours of days by how much was consumed in each: six steps from nothing to the highest hour. */
export const heatCells = (
  { days, highest, posts }: Pick<HeatMap, 'days' | 'highest' | 'posts'>,
  kind: MeterKind,
): HeatCells => {
  const postsOn = postsOfRules(posts);
  const most = highest?.total ?? 0;
  return {
    levels: levelsOf(most, kind),
    columns: days.map((day, index) =>
      dayColumn(
        civilDate(day.date),
        index,
        days.length,
        HOURS.map((hour) => {
          const total = day.hours[hour] ?? null;
          return total === null ? null : levelOf(total, most);
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
          ...(posts.length === 0
            ? []
            : [{ label: 'Posto', value: hourPostText(postsOn, civilDate(day.date), row) }]),
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
