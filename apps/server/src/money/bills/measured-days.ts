import { isId } from '@nascente/contract/base/conventions';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  earlierDay,
  laterDay,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import { readingCycleAt, readingCycleOf } from '@nascente/domain/base/time/reading-cycles';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import {
  type ByTouPeriod,
  type MeasuredCycle,
  type MeasuredDay,
  measureCycleByDay,
  sumOfIntervals,
  volumeOf,
} from '@nascente/domain/energy/measured-cycle/measured-cycle';
import { elapsedTime, type MeterPart, metersOf, partsOf } from '@nascente/domain/energy/subjects/meter-parts';
import type { Action } from '@nascente/domain/people/permissions';
import { type FlagMonths, municipalitiesOf } from '@nascente/domain/sites/tariffs/billing-contract';
import type { RulesVersion, TimeWindow } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { VatPeriod } from '@nascente/domain/sites/tariffs/vat-periods';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/totals';
import { invalidField, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import {
  calendarOf,
  type EstablishmentFacts,
  type EstablishmentFactsRepository,
  type EstablishmentMeter,
  type EstablishmentsService,
  isGivenTo,
  type Utility,
} from '../../sites/establishments/index.ts';
import { viewerOf } from '../../sites/meters/index.ts';
import type { CosipTablesService, FlagsService, VatPeriodsService } from '../../sites/tariffs/index.ts';
import { checkPeriod } from '../../telemetry/readings/index.ts';

/** The days of a requested bill, the cycle in which they begin, and the cycles before and after. */
export interface RequestedDays {
  readonly days: BillingCycle;
  readonly cycle: BillingCycle;
  readonly previous: BillingCycle;
  /** The next cycle; `null`: it has not begun. */
  readonly next: BillingCycle | null;
  readonly isOpen: boolean;
}

/**
 * The requested days. A start alone means the whole cycle that contains it; an end alone means its cycle up to that day. Throws
 * InvalidInput if the days are out of order, more than a year, or in the future.
 */
export const requestedDays = (
  establishment: BilledEstablishment,
  { start, end }: { readonly start?: CivilDate | undefined; readonly end?: CivilDate | undefined },
): RequestedDays => {
  const today = todayAt(establishment);
  const calendar = calendarOf(establishment.facts, establishment.type);
  const cycle = readingCycleAt(start ?? end ?? today, calendar);
  const first = start === undefined || end === undefined ? cycle.first : start;
  checkPeriod(first, end ?? cycle.last, 'end');
  if (first > today) throw invalidField('start', 'Este período ainda não começou.');
  const next = readingCycleAt(addDays(end ?? cycle.last, 1), calendar);
  return {
    days: { first, last: earlierDay(end ?? cycle.last, today) },
    cycle,
    previous: readingCycleAt(addDays(first, -1), calendar),
    next: next.first <= today ? next : null,
    isOpen: cycle.last >= today,
  };
};

/** An establishment with the facts of its bills, at an instant. */
export interface BilledEstablishment {
  readonly id: string;
  readonly name: string;
  readonly fantasyName: string | null;
  readonly ownerId: string;
  /** The distributor's code of its consumer unit; `null` if it is not registered. */
  readonly consumerUnit: string | null;
  readonly cnpj: string | null;
  readonly facts: EstablishmentFacts;
  readonly zone: Zone;
  readonly type: Utility;
  readonly now: Instant;
  readonly flags: FlagMonths;
  readonly vatPeriods: readonly VatPeriod[];
}

export const todayAt = ({ now, zone }: Pick<BilledEstablishment, 'now' | 'zone'>): CivilDate =>
  civilDateAt(now, zone);

/** The cycles of an establishment that contain some dates up to today, ascending. */
export const cyclesOf = (
  establishment: BilledEstablishment,
  dates: readonly CivilDate[],
): readonly BillingCycle[] => {
  const calendar = calendarOf(establishment.facts, establishment.type);
  const today = todayAt(establishment);
  const cycles: BillingCycle[] = [];
  for (const date of [...dates].sort()) {
    const last = cycles.at(-1);
    if (date > today || (last !== undefined && date <= last.last)) continue;
    cycles.push(readingCycleAt(date, calendar));
  }
  return cycles;
};

/** A meter of an establishment, and the interval in which it counts. */
export type BilledPart = MeterPart<EstablishmentMeter>;

/** The meters of a utility of an establishment that count in an interval. */
export const partsOfEstablishment = (
  meters: readonly EstablishmentMeter[],
  type: Utility,
  within: TimeSpan,
): readonly BilledPart[] =>
  partsOf(
    meters.filter((meter) => meter.type === type),
    within,
  );

/** Quarter-hours of an establishment's days, of one bill or of several. */
export interface MeasuredDays {
  readonly parts: readonly BilledPart[];
  readonly series: EnergySeries;
}

export type ReadDays = (establishment: BilledEstablishment, days: BillingCycle) => Promise<MeasuredDays>;

/** The interval in which measurements are expected: from the installation of the first meter to the removal of the last. */
export const expectedSpan = (
  { zone, now }: Pick<BilledEstablishment, 'zone' | 'now'>,
  parts: readonly BilledPart[],
  { first }: BillingCycle,
): { readonly since: Instant; readonly now: Instant } => {
  const since = parts.reduce((earliest, { from }) => Math.min(earliest, from), Number(now));
  const until = parts.reduce((latest, { to }) => Math.max(latest, to), Number(startOfDay(first, zone)));
  return { since: instant(since), now: instant(Math.min(now, until)) };
};

/** A day of a bill. Water has no periods; its volume is in `outPoint` of `consumed`. */
export type BilledDay = Omit<MeasuredDay, 'volume'>;

/**
 * The measured days of a cycle for the bill engine, together and one by one. Every quarter-hour of the cycle is expected, also
 * before the first meter was installed, so the completeness is that of the whole cycle.
 *
 * @param hours - hours in which a benefit of the contract applies
 */
export const measureByDay = (
  { zone, now }: BilledEstablishment,
  { series }: Pick<MeasuredDays, 'series'>,
  cycle: BillingCycle,
  versions: readonly RulesVersion[],
  hours: TimeWindow | null = null,
): { readonly measured: MeasuredCycle; readonly byDay: readonly BilledDay[] } => {
  const { measured, days } = measureCycleByDay(series, { cycle, zone, versions, hours, since: null, now });
  const byDay = days.map(({ date, consumed, volume, demand, hasData }) => ({
    date,
    consumed: { ...consumed, outPoint: consumed.outPoint + volume },
    demand,
    hasData,
  }));
  return { measured, byDay };
};

/** The measured days of a cycle together; see `measureByDay`. */
export const measureDays = (...parameters: Parameters<typeof measureByDay>): MeasuredCycle =>
  measureByDay(...parameters).measured;

/** Energy by time-of-use period. Water has no periods; its volume is in `outPoint`. */
export const consumedOf = ({ intervals }: Pick<MeasuredCycle, 'intervals'>): ByTouPeriod => {
  const energy = sumOfIntervals(intervals, 'consumed');
  return { ...energy, outPoint: energy.outPoint + volumeOf(intervals) };
};

/** The last day of the cycle to which these days belong, or theirs if it is later: the due date of their bill follows from it. */
export const readOnOf = ({ facts, type }: BilledEstablishment, days: BillingCycle): CivilDate => {
  const { last } = readingCycleOf(days, calendarOf(facts, type));
  return laterDay(last, days.last);
};

const NOT_FOUND = 'Estabelecimento não encontrado.';
const NOT_ALL_METERS = 'A fatura é de todo o estabelecimento, e você acompanha só parte dos medidores dele.';
export type BilledEstablishments = ReturnType<typeof createBilledEstablishments>;

const spanOf = (establishment: BilledEstablishment, days: BillingCycle | undefined): TimeSpan => {
  const { now } = establishment;
  return days === undefined ? { from: now, to: instant(now + 1) } : elapsedTime(days, establishment);
};

/** Establishments with bills. A caller may see a bill only with access to every meter that the bill sums. */
export const createBilledEstablishments = (needs: {
  establishments: EstablishmentsService;
  facts: EstablishmentFactsRepository;
  flags: FlagsService;
  vat: Pick<VatPeriodsService, 'periods'>;
  cosip: Pick<CosipTablesService, 'tables'>;
  clock: () => Instant;
}) => {
  const { establishments, facts, flags, vat, cosip, clock } = needs;

  const seesAll = (caller: Caller, establishment: BilledEstablishment, span: TimeSpan): boolean =>
    viewerOf(caller).scope !== 'granted' ||
    metersOf(partsOfEstablishment(establishment.facts.meters, establishment.type, span)).every((meter) =>
      isGivenTo(meter, caller),
    );

  const requireComplete = (caller: Caller, establishment: BilledEstablishment, days?: BillingCycle): void => {
    if (!seesAll(caller, establishment, spanOf(establishment, days))) throw new NotAllowed(NOT_ALL_METERS);
  };

  const find = async (
    caller: Caller,
    id: string,
    type: Utility,
    action: Action,
  ): Promise<BilledEstablishment> => {
    requirePermission(caller, action);
    if (!isId(id)) throw new NotFound(NOT_FOUND);
    const [establishment, stored, months, vatPeriods] = await Promise.all([
      establishments.findVisible(caller, id),
      facts.read(id),
      flags.months(),
      vat.periods(),
    ]);
    if (stored === null) throw new NotFound(NOT_FOUND);
    const cosipTables = await cosip.tables(stored.contracts.flatMap(({ terms }) => municipalitiesOf(terms)));
    const contracts = stored.contracts.map((one) => ({
      ...one,
      terms: { ...one.terms, vatPeriods, cosipTables },
    }));
    const found = { ...stored, contracts };
    const { name, fantasyName, ownerId, consumerUnit, cnpj, zone } = establishment;
    const identity = { id, name, fantasyName, ownerId, consumerUnit, cnpj };
    return { ...identity, facts: found, zone, type, now: clock(), flags: months, vatPeriods };
  };

  return {
    /** Throws NotFound if the establishment does not exist or belongs to another customer. */
    find,
    /** The establishments that may have bills. Electricity needs a stored contract; the tiers of water do not. */
    async billed(ids: readonly string[], type: Utility): Promise<ReadonlySet<string>> {
      if (type === 'water') return new Set(ids);
      const [only, another] = ids;
      if (only === undefined || another !== undefined) return facts.withContract(ids, type);
      // For one establishment all facts are read at once, because they are needed next.
      const contracts = (await facts.read(only))?.contracts ?? [];
      return new Set(contracts.some((contract) => contract.type === type) ? ids : []);
    },
    /**
     * Throws NotAllowed if the caller sees only some of the meters that measured those days, or, without days, of the current
     * meters.
     */
    requireFullAccess: requireComplete,
    /** Whether the caller sees all meters that measured those days. */
    hasFullAccess: (caller: Caller, establishment: BilledEstablishment, days: BillingCycle) =>
      seesAll(caller, establishment, spanOf(establishment, days)),
    /** Whether the caller sees all meters that measured electricity since a day. Throws as `find` does. */
    async seesSince(caller: Caller, id: string, first: CivilDate) {
      const establishment = await find(caller, id, 'eletric', 'see-bills');
      const last = civilDateAt(establishment.now, establishment.zone);
      return seesAll(caller, establishment, spanOf(establishment, { first, last }));
    },
  };
};
