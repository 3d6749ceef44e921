import { BarGraph } from '@nascente/charts/bar-graph';
import type { Bar } from '@nascente/charts/bars';
import type { ChartTableContent } from '@nascente/charts/chart-table';
import type { TooltipContent } from '@nascente/charts/chart-tooltip';
import { readEstablishmentMonths } from '@nascente/contract/money/establishment-consumption';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import {
  addMonths,
  type CivilMonth,
  firstDayOf,
  lastDayOf,
  lastMonths,
  monthOf,
  parseMonthOfYear,
  toMonthOfYear,
} from '@nascente/domain/base/time/civil-month';
import { formatMonth, formatMonthLong } from '@nascente/domain/base/units/format';
import { isPartlyMeasured } from '@nascente/domain/energy/consumption/partly-measured';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import { ChartFrame, chartState } from '../../../shared/charts/chart-frame.tsx';
import {
  barText,
  type MeterKind,
  moneyText,
  quantityText,
  totalRows,
  unitOfKind,
} from '../../../shared/consumption/amount.ts';
import { completenessPercent, measuredText } from '../../../shared/consumption/completeness.ts';
import {
  chartUnit,
  type PartSeries,
  type PostedRow,
  partsOf,
  type TouPrices,
  valuesOf,
} from '../../../shared/consumption/tou-periods.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import classes from '../beside/side-column.module.css';
import { useCycle } from './use-cycle.ts';

interface MonthRow extends PostedRow {
  readonly month: CivilMonth;
  readonly completeness: number;
  readonly estimated?: number | undefined;
}

interface HistoryEntry {
  readonly date: string;
  readonly value: PostedRow & { readonly completeness: number };
}

export const monthRows = (history: readonly HistoryEntry[]): MonthRow[] =>
  history.flatMap(({ date, value }) => {
    const month = parseMonthOfYear(date);
    return month === null ? [] : [{ ...value, month }];
  });

const isEmpty = (row: MonthRow): boolean => row.total === 0 && row.completeness === 0;

const isPartial = (row: MonthRow): boolean => !isEmpty(row) && isPartlyMeasured(row.completeness);

const partialNote = (rows: readonly MonthRow[]): string | null =>
  rows.some(isPartial) ? '* mês medido só em parte' : null;

export const hasHistory = (rows: readonly MonthRow[]): boolean => rows.some((row) => !isEmpty(row));

interface MonthChartOptions {
  readonly rows: readonly MonthRow[];
  readonly kind: MeterKind;
  readonly unit: Unit;
  readonly current: CivilMonth;
  readonly prices: TouPrices | null;
}

interface MonthChart {
  readonly unit: Unit;
  readonly parts: readonly PartSeries[];
  readonly bars: readonly Bar[];
  readonly describe: (index: number) => TooltipContent;
  readonly table: ChartTableContent;
}

export const monthChart = ({ rows, kind, unit, current, prices }: MonthChartOptions): MonthChart => {
  const shown = chartUnit(unit, rows);
  const parts = partsOf(kind, rows, shown);
  const name = (row: MonthRow): string =>
    row.month === current ? `${formatMonthLong(row.month)}, até agora` : formatMonthLong(row.month);
  return {
    unit: shown,
    parts,
    bars: rows.map((row) => ({
      key: row.month,
      axisLabel: isPartial(row) ? `${formatMonth(row.month)}*` : formatMonth(row.month),
      labelRank: 1,
      values: isEmpty(row) ? null : valuesOf(parts, row, shown, prices),
      isForecast: false,
      isToday: row.month === current,
    })),
    describe: (index) => {
      const row = rows[index];
      if (row === undefined) return { title: '', rows: [] };
      if (isEmpty(row)) return { title: name(row), rows: [], note: 'sem dados' };
      const values = valuesOf(parts, row, shown, prices);
      return {
        title: name(row),
        rows: [
          ...(parts.length > 1
            ? parts.map(({ label, color }, at) => ({
                label,
                color,
                value: barText(shown, kind, values[at] ?? 0),
              }))
            : []),
          ...totalRows(shown, kind, row),
        ],
        note: measuredText(row),
      };
    },
    table: {
      columns: ['Mês', `Total (${unitOfKind(kind)})`, 'Custo', 'Dados'],
      rows: rows.map((row) =>
        isEmpty(row)
          ? [name(row), '–', '–', 'sem dados']
          : [
              name(row),
              quantityText(row.total, kind),
              row.cost === null ? '–' : moneyText(row.cost),
              completenessPercent(row.completeness, row.estimated),
            ],
      ),
    },
  };
};

const MONTHS = 6;

/** The last six civil months including the current one. */
const useSixMonths = (id: string, current: CivilMonth) => {
  const months = lastMonths(current, MONTHS).map(toMonthOfYear);
  const body = { type: 'eletric' as const, months };
  return useQuery({
    ...queryFor(readEstablishmentMonths, { params: { id }, body }),
    select: ({ hist }) => monthRows(hist),
  });
};

interface MonthsCardProps {
  readonly establishmentId: string;
  readonly unit: Unit;
  readonly today: CivilDate;
}

const HEIGHT = 250;
const NO_ROWS: readonly MonthRow[] = [];

export const MonthsCard = ({ establishmentId, unit, today }: MonthsCardProps) => {
  const current = monthOf(today);
  const before = addMonths(current, -1);
  const months = useSixMonths(establishmentId, current);
  // The cycle's prices divide a month's amount by time-of-use period.
  const prices = useCycle(establishmentId, 'eletric').data?.prices ?? null;
  const rows = months.data ?? NO_ROWS;
  const chart = useMemo(
    () => monthChart({ rows, kind: 'eletric', unit, current, prices }),
    [rows, unit, current, prices],
  );
  const note = partialNote(rows);
  const unitName = chart.unit === 'money' ? 'R$' : unitOfKind('eletric');
  const label = `Energia por mês, em ${unitName}`;
  return (
    <Card
      tour="home-months"
      title="Últimos seis meses"
      qualifier={`${unitName} por mês do calendário`}
      className={classes.growing}
      action={
        <TextLink to={`/history?inicio=${firstDayOf(before)}&fim=${lastDayOf(before)}`}>
          Exportar {formatMonthLong(before).replace(/ .*/, '')}
        </TextLink>
      }
    >
      <ChartFrame
        label={label}
        state={chartState(months, !hasHistory(rows), 'Não existe consumo histórico')}
        height={HEIGHT}
        legend={chart.parts.length > 1 ? chart.parts : []}
        {...(note !== null && { note })}
        table={chart.table}
      >
        <BarGraph
          label={label}
          bars={chart.bars}
          series={chart.parts}
          height={HEIGHT}
          describe={chart.describe}
        />
      </ChartFrame>
    </Card>
  );
};
