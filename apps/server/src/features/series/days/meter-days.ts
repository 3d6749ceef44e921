import type { QuarterRunOf } from '@nascente/domain/consumption/quarter-days';
import type { EnergySeries } from '@nascente/domain/consumption/series';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { openSince } from '../closed-after.ts';
import type { ClosedDaysRepository } from './closed-days.repository.ts';
import type { ClosedHoursRepository, HoursRequest } from './closed-hours.repository.ts';
import { type OpenRuns, seriesOfHours } from './hour-columns.ts';
import type { OpenQuartersRepository } from './open-quarters.repository.ts';
import { gapsOf, type InstallationSpan, isSome, type RunsOfSpans } from './quarter-runs.ts';
import type { TotalColumn } from './total-columns.ts';

/** What of spans lies on days that are over, closed or reopened, and what on days that nobody closes yet. */
const cutAtOpen = <S extends InstallationSpan>(spans: readonly S[], now: Instant) => {
  const since = openSince(now);
  return {
    over: spans.map((span) => ({ ...span, to: instant(Math.min(span.to, since)) })),
    recent: spans.map((span) => ({ ...span, from: instant(Math.max(span.from, since)) })),
  };
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
  /** What each of the installations consumed by phase in each of the quarter-hours. */
  readonly loads: OpenQuartersRepository['loads'];
}

const byStart = (one: QuarterRunOf<never>, other: QuarterRunOf<never>): number => one.start - other.start;

const NO_DAYS = new Float64Array();

export const createMeterDays = (needs: {
  closedDays: ClosedDaysRepository;
  closedHours: ClosedHoursRepository;
  openQuarters: OpenQuartersRepository;
  clock: () => Instant;
}): MeterDays => {
  const { closedDays, closedHours, openQuarters, clock } = needs;

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
      const columns = ['consumed', 'volume'] as const;
      const [closed, rows] = await Promise.all([closedHours.read(over), readRows(columns, recent)]);
      const gaps = over
        .filter(isSome)
        .flatMap((span) => gapsOf(span, closed[span.place]?.midnights ?? NO_DAYS));
      const rowsOf = gather([...(await readRows(columns, gaps)), ...rows]);
      return spans.map(({ highestFrom }, place) => {
        const open: OpenRuns = (rowsOf.get(place) ?? []).flatMap(({ runs }) => runs);
        const days = closed[place] ?? null;
        return seriesOfHours(days, days?.midnights ?? NO_DAYS, open, highestFrom !== undefined);
      });
    },
    loads: openQuarters.loads,
  };
};
