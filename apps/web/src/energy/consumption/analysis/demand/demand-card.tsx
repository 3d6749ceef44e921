import { describeRows } from '@nascente/charts/chart-tooltip';
import type { LinePoint, LineRule } from '@nascente/charts/line-graph';
import { type Demand, readDemand } from '@nascente/contract/energy/analysis';
import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { readContract } from '@nascente/contract/money/billing-terms';
import type { Board } from '@nascente/contract/sites/meters';
import { civilDateAt, daysBetween } from '@nascente/domain/base/time/civil-day';
import {
  DAY_MS,
  HOUR_MS,
  type Instant,
  instant,
  MINUTE_MS,
  type Zone,
} from '@nascente/domain/base/time/zone';
import {
  formatClock,
  formatDayRange,
  formatNumber,
  formatWeekdayDay,
} from '@nascente/domain/base/units/format';
import { touPeriodAtInstant } from '@nascente/domain/energy/tou-periods/quarters-by-tou-period';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { chartState } from '../../../../shared/charts/chart-frame.tsx';
import { LineChart, type LineContent } from '../../../../shared/charts/line-chart.tsx';
import { completenessText } from '../../../../shared/consumption/completeness.ts';
import { dayTicks } from '../../../../shared/consumption/day-ticks.ts';
import { TOU_PERIOD_NAMES, touPeriodsOfRules } from '../../../../shared/consumption/tou-period-texts.ts';
import { TouRules } from '../../../../shared/consumption/tou-rules.tsx';
import { zoneOf } from '../../../../shared/consumption/zone-of.ts';
import { BigNumber } from '../../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../../../shared/ui/marks/stat-list.tsx';
import { Tag } from '../../../../shared/ui/marks/tag.tsx';
import { Loading } from '../../../../shared/ui/page/skeleton.tsx';
import type { Period } from '../../period/period-range.ts';
import { analysedDays, pointsFor } from '../../period/period-range.ts';
import classes from './demand-card.module.css';

const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS_A_DAY = 96;
/** Points the server keeps of each interval of a thinned curve. */
const POINTS_PER_GROUP = 4;

export const kilowattsText = (power: number): string =>
  `${formatNumber(power, Math.abs(power) < 10 ? 2 : 1)}\u00a0kW`;

const quarterText = (start: Instant, zone: Zone): string =>
  `${formatWeekdayDay(civilDateAt(start, zone))}, ${formatClock(start, zone)} às ${formatClock(instant(start + QUARTER_MS), zone)}`;

/** The longest step between neighbouring points without a gap. */
const maxStep = (days: number, points: number): number =>
  days * QUARTERS_A_DAY <= points
    ? QUARTER_MS
    : Math.max((days * DAY_MS) / Math.floor(points / POINTS_PER_GROUP), QUARTER_MS);

interface DemandCurve extends LineContent {
  /** Indexes of the listed peaks. */
  readonly marks: readonly number[];
  readonly isGap: (before: LinePoint, after: LinePoint) => boolean;
}

/**
 * Quarter-hours as a curve.
 * @param maximum the number of points requested
 */
export const demandCurve = (
  { curve, peaks, touPeriods }: Pick<Demand, 'curve' | 'peaks' | 'touPeriods'>,
  period: Period,
  zone: Zone,
  maximum: number,
): DemandCurve => {
  const points = curve.map(({ date, power }) => ({ x: Date.parse(date), y: power }));
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  const step = maxStep(daysBetween(period.start, period.end) + 1, maximum);
  const clock = { zone, touPeriodsOn: touPeriodsOfRules(touPeriods) };
  const starts = new Set(peaks.map(({ start }) => Date.parse(start)));
  return {
    points,
    ticks: dayTicks(period, zone).filter(({ x }) => x >= first && x <= last),
    marks: points.flatMap(({ x }, index) => (starts.has(x) ? [index] : [])),
    isGap: (before, after) => after.x - before.x > step,
    describe: describeRows(points, (point) => {
      const at = instant(point.x);
      return {
        title: quarterText(at, zone),
        rows: [
          { label: 'Demanda', value: kilowattsText(point.y) },
          { label: 'Posto', value: TOU_PERIOD_NAMES[touPeriodAtInstant(at, clock)] },
        ],
      };
    }),
    table: {
      columns: ['Quarto de hora', 'Demanda'],
      rows: points.map(({ x, y }) => [quarterText(instant(x), zone), kilowattsText(y)]),
    },
  };
};

type Peak = Demand['peaks'][number];

interface Part {
  readonly key: string;
  readonly name: string;
  readonly power: number;
  readonly color: `--${string}`;
}

/** A smaller remainder is the rounding of two meters. */
const MIN_REMAINDER_KW = 0.005;

const PHASES = [
  { key: 'phaseA', name: 'Fase A', color: '--phase-a' },
  { key: 'phaseB', name: 'Fase B', color: '--phase-b' },
  { key: 'phaseC', name: 'Fase C', color: '--phase-c' },
] as const;

/** The load behind a peak: other meters and the remainder; without other meters, the phases. */
export const partsOfPeak = ({ loads, remainder, phases }: Peak, isTri: boolean): readonly Part[] => {
  if (remainder !== null) {
    const others = loads.map(({ mac, name, power }) => ({
      key: mac,
      name,
      power,
      color: '--off-peak' as const,
    }));
    return remainder > MIN_REMAINDER_KW
      ? [...others, { key: 'remainder', name: 'Demais cargas', power: remainder, color: '--neutral-mark' }]
      : others;
  }
  return isTri ? PHASES.map((phase) => ({ ...phase, power: phases[phase.key] })) : [];
};

const Parts = ({ parts, power }: { readonly parts: readonly Part[]; readonly power: number }) => (
  <ul className={classes.parts}>
    {parts.map((part) => (
      <li key={part.key}>
        <span className={classes.partName}>{part.name}</span>
        <span className={classes.track} aria-hidden="true">
          <i
            style={{
              width: `${power > 0 ? Math.min(100, (part.power / power) * 100) : 0}%`,
              background: `var(${part.color})`,
            }}
          />
        </span>
        <span className={classes.partPower}>{kilowattsText(part.power)}</span>
      </li>
    ))}
  </ul>
);

const PeakList = ({ peaks, zone, isTri }: { peaks: readonly Peak[]; zone: Zone; isTri: boolean }) => (
  <ol className={classes.peaks} aria-label="Maiores demandas">
    {peaks.map((peak) => {
      const parts = partsOfPeak(peak, isTri);
      return (
        <li key={peak.start} className={classes.peak}>
          <div className={classes.when}>
            <BigNumber value={formatNumber(peak.power, peak.power < 10 ? 2 : 1)} unit="kW" />
            <span>{quarterText(instant(Date.parse(peak.start)), zone)}</span>
            <Tag>{TOU_PERIOD_NAMES[peak.touPeriod]}</Tag>
          </div>
          {parts.length > 0 && <Parts parts={parts} power={peak.power} />}
        </li>
      );
    })}
  </ol>
);

const UNKNOWN: readonly LineRule[] = [];

/** Contracted demand as rules of the chart. */
export const contractedRules = (demand: BillingContractJson['demand']): readonly LineRule[] => {
  if (demand === null) return UNKNOWN;
  if (demand.mode === 'single')
    return [{ value: demand.demand, label: `Contratada ${kilowattsText(demand.demand)}` }];
  return [
    { value: demand.inPoint, label: `Contratada na ponta ${kilowattsText(demand.inPoint)}` },
    { value: demand.outPoint, label: `Contratada fora ponta ${kilowattsText(demand.outPoint)}` },
  ];
};

/** The contracted demand belongs to the general meter; empty where unknown. */
const useContractedDemand = (board: Board): readonly LineRule[] => {
  const { data } = useQuery({
    ...queryFor(readContract, { params: { id: board.establishmentId }, query: { type: 'eletric' } }),
    staleTime: HOUR_MS,
    enabled: board.isGeral && board.type === 'eletric',
    retry: false,
    select: ({ contract }) => contractedRules(contract.inForce.terms.demand),
  });
  return data ?? UNKNOWN;
};

const LABELS = [
  ['inPoint', 'Maior na ponta'],
  ['interPoint', 'Maior no intermediário'],
  ['outPoint', 'Maior fora ponta'],
] as const;

/** Billed quantity: the highest quarter-hour of each time-of-use period. */
const HighestByPeriod = ({ highest, zone }: Pick<Demand, 'highest'> & { readonly zone: Zone }) => (
  <StatList ruled>
    {LABELS.map(([touPeriod, label]) => {
      const quarter = highest[touPeriod];
      if (quarter === null) return null;
      return (
        <Stat key={touPeriod} label={label} qualifier={quarterText(instant(Date.parse(quarter.start)), zone)}>
          {kilowattsText(quarter.power)}
        </Stat>
      );
    })}
  </StatList>
);

const TOP = '6';
const EMPTY = { curve: [], peaks: [], touPeriods: [] };

export const DemandCard = ({ board, period }: { readonly board: Board; readonly period: Period }) => {
  const [points] = useState(() => pointsFor(window.innerWidth));
  const { start, end } = analysedDays(period);
  const { data, error, refetch } = useQuery(
    queryFor(readDemand, {
      params: { mac: board.macAddress },
      query: { start, end, top: TOP, points: String(points) },
    }),
  );
  const rules = useContractedDemand(board);
  const zone = zoneOf(board);
  const demand = data?.demand;
  const curve = useMemo(
    () => demandCurve(demand ?? EMPTY, { start, end }, zone, points),
    [demand, start, end, zone, points],
  );
  const state = chartState({ data: demand, error, refetch }, demand?.curve.length === 0);
  return (
    <Card title="Demanda" terms={['demanda', 'ponta', 'fora-ponta']} qualifier={formatDayRange(start, end)}>
      <LineChart
        {...curve}
        label="Demanda por quarto de hora, em kW"
        state={state}
        height={220}
        color="--off-peak"
        rules={rules}
        note={`kW por quarto de hora · ${completenessText(demand?.completeness ?? 0)}`}
      />
      {state.kind === 'loading' && <Loading label="Carregando as maiores demandas" rows={Number(TOP)} />}
      {demand !== undefined && demand.peaks.length > 0 && (
        <>
          <HighestByPeriod highest={demand.highest} zone={zone} />
          <TouRules rules={demand.touPeriods} />
          <PeakList peaks={demand.peaks} zone={zone} isTri={board.model === 'tri'} />
        </>
      )}
    </Card>
  );
};
