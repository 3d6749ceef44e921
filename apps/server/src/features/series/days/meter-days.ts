import type { QuarterRunOf } from '@nascente/domain/consumption/quarter-days';
import type { EnergySeries } from '@nascente/domain/consumption/series';
import { DAY_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { openSince } from '../closed-after.ts';
import { createClosedDaysRepository } from './closed-days.repository.ts';
import { createClosedHoursRepository, type HoursOfDays } from './closed-hours.repository.ts';
import { type OpenRuns, seriesOfHours } from './hour-columns.ts';
import { createOpenQuartersRepository } from './open-quarters.repository.ts';
import { cutRuns, gapsOf, type InstallationSpan, isSome, type RunsOfSpans } from './quarter-runs.ts';
import type { TotalColumn } from './total-columns.ts';

/** What of spans lies on days that are over, closed or reopened, and what on days that nobody closes yet. */
const cutAtOpen = <S extends InstallationSpan>(spans: readonly S[], now: Instant) => {
  const since = openSince(now);
  return {
    over: spans.map((span) => ({ ...span, to: instant(Math.min(span.to, since)) })),
    recent: spans.map((span) => ({ ...span, from: instant(Math.max(span.from, since)) })),
  };
};

export interface HoursRequest extends HoursOfDays {
  /** Its installation measured before or after it too: of days that it begins or ends within only a part is told. */
  readonly isClipped?: boolean;
}

/** The days that are asked whole, of which the hours are at hand, and the stretches before and after them. */
const wholeDaysOf = <S extends HoursRequest>(
  span: S,
): { readonly whole: S; readonly edges: readonly S[] } => {
  const { from, to, isClipped } = span;
  if (isClipped !== true || from >= to) return { whole: span, edges: [] };
  const first = Math.min(to, Math.ceil(from / DAY_MS) * DAY_MS);
  const end = Math.max(first, Math.floor(to / DAY_MS) * DAY_MS);
  const part = (since: number, until: number): S => ({ ...span, from: instant(since), to: instant(until) });
  return { whole: part(first, end), edges: [part(from, first), part(end, to)].filter(isSome) };
};

/** The one door to what meters measured: it alone knows which days are closed and which lie as rows. */
export interface MeterDays {
  /** The quarter-hours of each span by the columns that are asked; closed days come whole, beyond the span too. */
  read<C extends TotalColumn>(
    columns: readonly C[],
    spans: readonly InstallationSpan[],
  ): Promise<RunsOfSpans<C>>;
  /** What was measured in each span by the hour: the hours of closed days are at hand, not added up. */
  readHours(spans: readonly HoursRequest[]): Promise<readonly EnergySeries[]>;
}

const byStart = (one: QuarterRunOf<never>, other: QuarterRunOf<never>): number => one.start - other.start;

const NO_DAYS = new Float64Array();

export const createMeterDays = ({ pool, clock }: { pool: Pool; clock: () => Instant }): MeterDays => {
  const closedDays = createClosedDaysRepository(pool);
  const closedHours = createClosedHoursRepository(pool);
  const openQuarters = createOpenQuartersRepository(pool);

  /** The runs of rows behind each span, by the place that stands in them. */
  const readRows = async <C extends TotalColumn>(
    columns: readonly C[],
    stretches: readonly (InstallationSpan & { readonly place: number })[],
  ) => {
    const runs = await openQuarters.read(columns, stretches);
    return stretches.map(({ place }, index) => ({ place, runs: runs[index] ?? [] }));
  };

  const gather = <C extends TotalColumn>(
    found: readonly { readonly place: number; readonly runs: readonly QuarterRunOf<C>[] }[],
  ) => Map.groupBy(found, ({ place }) => place);

  return {
    async read<C extends TotalColumn>(columns: readonly C[], spans: readonly InstallationSpan[]) {
      const placed = spans.map((span, place) => ({ ...span, place }));
      const { over, recent } = cutAtOpen(placed, clock());
      const [closed, rows] = await Promise.all([closedDays.read(columns, over), readRows(columns, recent)]);
      const rowsOf = gather<C>([...(await readRows(columns, closed.gaps)), ...rows]);
      return closed.runs.map((runs, place) =>
        [...runs, ...(rowsOf.get(place) ?? []).flatMap((one) => one.runs)].sort(byStart),
      );
    },
    async readHours(spans) {
      const placed = spans.map((span, place) => ({ ...span, place }));
      const { over, recent } = cutAtOpen(placed, clock());
      const parts = over.map(wholeDaysOf);
      const edges = parts.flatMap((part) => part.edges);
      const columns = ['consumed', 'volume'] as const;
      const [closed, atEdges, rows] = await Promise.all([
        closedHours.read(parts.map(({ whole }) => whole)),
        closedDays.read(columns, edges),
        readRows(columns, recent),
      ]);
      const gaps = parts
        .map(({ whole }) => whole)
        .filter(isSome)
        .flatMap((span) => gapsOf(span, closed[span.place]?.midnights ?? NO_DAYS));
      const runsOf = gather([
        ...edges.map((edge, index) => ({
          place: edge.place,
          runs: cutRuns(columns, edge, atEdges.runs[index] ?? []),
        })),
        ...(await readRows(columns, [...gaps, ...atEdges.gaps])),
        ...rows,
      ]);
      return spans.map(({ highestFrom }, place) => {
        const others: OpenRuns = (runsOf.get(place) ?? []).flatMap(({ runs }) => runs);
        const days = closed[place] ?? null;
        return seriesOfHours(days, days?.midnights ?? NO_DAYS, others, highestFrom !== undefined);
      });
    },
  };
};
