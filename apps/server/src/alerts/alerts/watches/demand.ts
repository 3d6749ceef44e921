import {
  type HeadingDemand,
  headingDemand,
  OVERRUN_TOLERANCE,
  type Overrun,
  overrunsOf,
  quarterPower,
} from '@nascente/domain/alerts/running-demand';
import { addDays, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { quarterStart } from '@nascente/domain/base/time/quarter';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { kilowatts, type Watts, watts } from '@nascente/domain/base/units/power';
import { touPeriodAtInstant } from '@nascente/domain/energy/tou-periods/quarters-by-tou-period';
import type { ContractedDemand } from '@nascente/domain/sites/tariffs/billing-contract';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { Log } from '@nascente/runtime/log';
import type { EstablishmentTouReader } from '../../../energy/tou-periods/index.ts';
import type { MeterDays } from '../../../telemetry/series/index.ts';
import { type AlertFinding, establishmentFinding, type Found } from './alert-finding.ts';
import { type ReadMoney, sumOfLines } from './money-rules.ts';
import {
  type DemandEstablishment,
  type JudgedRepository,
  type NewestFrame,
  ownerOf,
  type WatchedMetersRepository,
} from './watched-meters.repository.ts';

interface OverrunCost {
  /** R$ */
  readonly cost: number;
  /** kW of each charged period: a bill charges its highest quarter-hour. */
  readonly charged: readonly number[];
}

type OverrunCosts = (establishmentIds: readonly string[]) => Promise<ReadonlyMap<string, OverrunCost>>;

/** Tolerance for rounding of a bill. */
const ALIKE = 0.99;

/** Cost of an overrun in R$; `null`: unknown, or the bill charges a higher quarter-hour. */
const costOfOverrun = (overrun: OverrunCost | undefined, highest: number): number | null =>
  overrun?.charged.some((charged) => highest >= charged * ALIKE) ? overrun.cost : null;

export const createOverrunCosts =
  (needs: {
    judged: Pick<JudgedRepository, 'establishments'>;
    money: Pick<ReadMoney, 'bill'>;
    log: Log;
  }): OverrunCosts =>
  async (establishmentIds) => {
    const { judged, money, log } = needs;
    const costs = new Map<string, OverrunCost>();
    if (establishmentIds.length === 0) return costs;
    for (const establishment of await judged.establishments()) {
      const { establishmentId, hasContract } = establishment;
      if (!hasContract || !establishmentIds.includes(establishmentId)) continue;
      try {
        const bill = await money.bill(ownerOf(establishment), establishmentId);
        const cost = sumOfLines(bill, ['overrun']);
        // A charge of the previous cycle does not belong to a current overrun.
        const charged = bill.demand.filter(({ overrun }) => overrun > 0).map(({ measured }) => measured);
        if (cost > 0) costs.set(establishmentId, { cost, charged });
      } catch (failure) {
        log.warn({ err: failure, establishmentId }, 'what an overrun costs could not be told');
      }
    }
    return costs;
  };

/** Late data within this time change alerts. */
const SEEN_MS = DAY_MS;
/** Overruns with a shorter gap count as one. */
const GAP_MS = HOUR_MS;
const WATTS_PER_KW = 1_000;
const NONE = watts(0);
const MILLI = 1_000;
/** A day of their quarter-hours is some ten thousand rows. */
const ESTABLISHMENTS_PER_QUERY = 100;

/** A quarter-hour of one meter, mWh. */
interface MeterQuarter {
  readonly installationId: number;
  readonly start: Instant;
  readonly energy: number;
}

interface DemandNeeds {
  readonly meters: Pick<WatchedMetersRepository, 'newestFrames'>;
  readonly days: MeterDays;
  readonly touPeriods: EstablishmentTouReader;
}

const overrunFinding = (
  establishment: DemandEstablishment,
  { since, until, contracted, highest, highestAt }: Overrun,
  now: Instant,
  cost: OverrunCost | undefined,
): AlertFinding =>
  establishmentFinding(
    establishment,
    {
      kind: 'demand-overrun',
      contracted: kilowatts(contracted),
      highest: kilowatts(highest),
      at: new Date(highestAt).toISOString(),
    },
    { since, until: now - until > GAP_MS ? until : null, cost: costOfOverrun(cost, kilowatts(highest)) },
  );

interface Heading extends HeadingDemand {
  readonly contracted: Watts;
  readonly start: Instant;
  readonly measuredUntil: Instant;
}

const headingFinding = (
  establishment: DemandEstablishment,
  { expected, contracted, reduceBy, start, measuredUntil }: Heading,
): AlertFinding =>
  establishmentFinding(
    establishment,
    {
      kind: 'demand-heading',
      contracted: kilowatts(contracted),
      expected: kilowatts(expected),
      reduceBy: kilowatts(reduceBy),
      at: new Date(start).toISOString(),
    },
    { since: measuredUntil },
  );

/** The contracted demand on a day, else that of the establishment. */
const agreedAt = (establishment: DemandEstablishment, at: Instant): ContractedDemand | null => {
  const day = civilDateAt(at, establishment.zone);
  const inForce =
    establishment.contracts.findLast(({ validFrom }) => validFrom <= day) ?? establishment.contracts[0];
  if (inForce !== undefined) return inForce.demand;
  return establishment.contractedKw === null
    ? null
    : { mode: 'single', demand: watts(establishment.contractedKw * WATTS_PER_KW) };
};

/** The contract at any instant; time-of-use periods are read only if demand differs by period. */
const contractOf = async (
  touPeriods: EstablishmentTouReader,
  establishment: DemandEstablishment,
  from: Instant,
  to: Instant,
) => {
  const { establishmentId, calendar, zone, contracts } = establishment;
  const today = civilDateAt(to, zone);
  const isByTouPeriod = contracts.some(({ demand }) => demand?.mode === 'by-post');
  const inForce = isByTouPeriod
    ? await touPeriods.read({
        establishmentId,
        calendar,
        first: addDays(civilDateAt(from, zone), -1),
        last: today,
        today,
      })
    : null;
  return (at: Instant): Watts => {
    const agreed = agreedAt(establishment, at);
    if (agreed === null) return NONE;
    if (agreed.mode === 'single') return agreed.demand;
    const touPeriod =
      inForce === null ? 'outPoint' : touPeriodAtInstant(at, { zone, touPeriodsOn: inForce.touPeriodsOn });
    return touPeriod === 'inPoint' ? agreed.inPoint : agreed.outPoint;
  };
};

const byMeter = <Row extends { readonly installationId: number }>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ installationId }) => installationId);

const metersOf = (establishments: readonly DemandEstablishment[]): readonly number[] =>
  establishments.flatMap(({ installations }) => installations);

const summed = (
  { installations }: DemandEstablishment,
  quarters: ReadonlyMap<number, readonly MeterQuarter[]>,
) => {
  const sums = new Map<Instant, number>();
  for (const id of installations)
    for (const { start, energy } of quarters.get(id) ?? []) sums.set(start, (sums.get(start) ?? 0) + energy);
  return [...sums]
    .map(([start, energy]) => ({ start, energy }))
    .toSorted((one, other) => one.start - other.start);
};

const quartersOf = async (
  days: MeterDays,
  installations: readonly number[],
  from: Instant,
  to: Instant,
): Promise<readonly MeterQuarter[]> => {
  const spans = installations.map((installationId) => ({ installationId, from, to }));
  const [runs, estimated] = await Promise.all([days.read(['consumed'], spans), days.estimated(spans)]);
  return installations.flatMap((installationId, index) =>
    rowsOfRuns(['consumed'], { from, to }, runs[index])
      .filter(({ start }) => !estimated[index]?.some((part) => part.from <= start && start < part.to))
      .map(({ start, values: [energy = 0] }) => ({ installationId, start, energy })),
  );
};

export const findOverruns = async (
  { days, touPeriods, costsOf }: Omit<DemandNeeds, 'meters'> & { readonly costsOf: OverrunCosts },
  establishments: readonly DemandEstablishment[],
  now: Instant,
): Promise<Found> => {
  const to = quarterStart(now);
  const from = quarterStart(instant(now - SEEN_MS));
  const found: { readonly establishment: DemandEstablishment; readonly overrun: Overrun }[] = [];
  for (let first = 0; first < establishments.length; first += ESTABLISHMENTS_PER_QUERY) {
    const some = establishments.slice(first, first + ESTABLISHMENTS_PER_QUERY);
    const measured = byMeter(await quartersOf(days, metersOf(some), from, to));
    for (const establishment of some) {
      const contractAt = await contractOf(touPeriods, establishment, from, to);
      const quarters = summed(establishment, measured).map(({ start, energy }) => ({
        start,
        power: quarterPower(energy),
        contracted: contractAt(start),
      }));
      for (const overrun of overrunsOf(quarters, { tolerance: OVERRUN_TOLERANCE, gapMs: GAP_MS }))
        found.push({ establishment, overrun });
    }
  }
  const costs = await costsOf(found.map(({ establishment }) => establishment.establishmentId));
  const findings = found.map(({ establishment, overrun }) =>
    overrunFinding(establishment, overrun, now, costs.get(establishment.establishmentId)),
  );
  return { kind: 'demand-overrun', findings, seenFrom: from, looksAt: () => true };
};

const headingOf = (
  { installations }: DemandEstablishment,
  start: Instant,
  contracted: Watts,
  measured: {
    readonly quarters: ReadonlyMap<number, readonly MeterQuarter[]>;
    readonly frames: ReadonlyMap<number, readonly NewestFrame[]>;
  },
) => {
  const quarters = installations.flatMap((id) => measured.quarters.get(id) ?? []);
  const frames = installations.flatMap((id) => measured.frames.get(id) ?? []);
  const measuredUntil = instant(Math.max(start, ...frames.map(({ at }) => at)));
  const power = watts(frames.reduce((sum, frame) => sum + frame.power, 0));
  // Meters send at different times, so each is extrapolated to the time of the newest frame.
  const ahead = frames.reduce(
    (sum, frame) => sum + (frame.power * MILLI * (measuredUntil - frame.at)) / HOUR_MS,
    0,
  );
  const energy = quarters.reduce((sum, quarter) => sum + quarter.energy, ahead);
  const heading = headingDemand({ start, measuredUntil, energy, power }, contracted);
  return heading && { ...heading, contracted, start, measuredUntil };
};

/** Finds establishments with a running quarter-hour that would exceed the contracted demand. */
export const findHeading = async (
  { meters, days, touPeriods }: DemandNeeds,
  establishments: readonly DemandEstablishment[],
  now: Instant,
): Promise<Found['findings']> => {
  const start = quarterStart(now);
  const ids = metersOf(establishments);
  const [quarters, frames] = await Promise.all([
    quartersOf(days, ids, start, now),
    meters.newestFrames(ids, start),
  ]);
  const measured = { quarters: byMeter(quarters), frames: byMeter(frames) };
  const findings: AlertFinding[] = [];
  for (const establishment of establishments) {
    const contracted = (await contractOf(touPeriods, establishment, start, now))(start);
    const heading = headingOf(establishment, start, contracted, measured);
    if (heading === null || contracted <= 0 || heading.expected <= contracted) continue;
    findings.push(headingFinding(establishment, heading));
  }
  return findings;
};
