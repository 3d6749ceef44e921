import type { AlertKind } from '@nascente/contract/alerts/alert-kinds';
import {
  closedUses,
  lowPowerFactor,
  type MeasuredSlot,
  measuredShare,
  unusualUse,
  weakGeneration,
} from '@nascente/domain/alerts/day-judgements';
import { type RuleColumns, ruleSamples } from '@nascente/domain/alerts/rule-samples';
import { isOpenOn } from '@nascente/domain/base/time/business-hours';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  civilHourAt,
  clockMsAt,
  endOfDay,
  startOfDay,
  weekdayOf,
} from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { type Instant, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Caller } from '../../../platform/http/caller.ts';
import { columnsOf, type Measured, readInterval } from '../rules/rule-columns.ts';
import type { Tuning } from '../rules/settings.repository.ts';
import { type AlertFinding, type Found, meterFinding } from './alert-finding.ts';
import { type JudgedMeter, ownerOf } from './watched-meters.repository.ts';

/** R$ of mWh at a meter's prices; null if unknown. */
export type PriceEnergy = (
  caller: Caller,
  mac: Mac,
  date: CivilDate,
  energy: number,
) => Promise<number | null>;

type DayKind = Extract<AlertKind, 'night-use' | 'power-factor' | 'generation' | 'completeness'>;

const LOOKED_BACK_DAYS = 29;
/** Hour from which yesterday is judged: most late boards have sent its data, and the night is over. */
const JUDGED_FROM_HOUR = 6;
/** End of the night for establishments without opening hours. */
const NIGHT_UNTIL_HOUR = 5;
const METERS_PER_QUERY = 50;
const MILLION = 1_000_000;
const PERCENT = 100;

interface Yesterday {
  readonly meter: JudgedMeter;
  readonly date: CivilDate;
  readonly columns: RuleColumns;
  readonly now: Instant;
  readonly tuning: Tuning;
}

const hoursOf = (
  { meter, columns, now }: Yesterday,
  quantity: 'energy' | 'injected' | 'reactive',
): MeasuredSlot[] =>
  ruleSamples(columns, { quantity, span: 'hour' }, { zone: meter.zone, until: now }).flatMap(
    ({ start, value }) => (value === null ? [] : [{ start, energy: value * MILLION }]),
  );

const isClosedAt = ({ businessHours, zone }: JudgedMeter) => {
  if (businessHours === null) return (at: Instant) => civilHourAt(at, zone) < NIGHT_UNTIL_HOUR;
  return (at: Instant) =>
    !isOpenOn(businessHours, weekdayOf(civilDateAt(at, zone)), Math.floor(clockMsAt(at, zone) / MINUTE_MS));
};

const sinceOf = ({ meter, date }: Yesterday): Instant => startOfDay(date, meter.zone);

const nightUse = async (day: Yesterday, percent: number, price: PriceEnergy): Promise<AlertFinding[]> => {
  const { meter, date } = day;
  if (meter.isWater || meter.isInverter) return [];
  const uses = closedUses(hoursOf(day, 'energy'), { isClosed: isClosedAt(meter), zone: meter.zone });
  const found = unusualUse(uses, date, percent);
  if (found === null) return [];
  const { value, usual } = found;
  const cost = await price(ownerOf(meter), meter.mac, date, Math.round(value - usual));
  const facts = { kind: 'night-use', used: value / MILLION, usual: usual / MILLION } as const;
  return [meterFinding(meter, facts, { since: sinceOf(day), cost })];
};

const ofDate = ({ meter, date }: Yesterday, slots: readonly MeasuredSlot[]): readonly MeasuredSlot[] =>
  slots.filter(({ start }) => civilDateAt(start, meter.zone) === date);

const powerFactor = (day: Yesterday, reference: number): AlertFinding[] => {
  const { meter } = day;
  if (meter.isWater || !meter.isGeneral || !meter.isGroupA) return [];
  const reactive = new Map(hoursOf(day, 'reactive').map(({ start, energy }) => [start, energy]));
  const hours = ofDate(day, hoursOf(day, 'energy')).map(({ start, energy }) => ({
    active: energy,
    reactive: reactive.get(start) ?? 0,
  }));
  const low = lowPowerFactor(hours, reference);
  if (low === null) return [];
  return [meterFinding(meter, { kind: 'power-factor', limit: reference, ...low }, { since: sinceOf(day) })];
};

const totalsOf = ({ meter }: Yesterday, slots: readonly MeasuredSlot[]) => {
  const days = new Map<CivilDate, number>();
  for (const { start, energy } of slots) {
    const date = civilDateAt(start, meter.zone);
    days.set(date, (days.get(date) ?? 0) + energy);
  }
  return days;
};

const generation = async (day: Yesterday, percent: number, price: PriceEnergy): Promise<AlertFinding[]> => {
  if (!day.meter.isInverter) return [];
  const [one, other] = [totalsOf(day, hoursOf(day, 'energy')), totalsOf(day, hoursOf(day, 'injected'))];
  const sum = (days: ReadonlyMap<CivilDate, number>) =>
    [...days.values()].reduce((all, value) => all + value, 0);
  // The clamps may be mounted in either direction.
  const days = [...(sum(one) >= sum(other) ? one : other)].map(([date, generated]) => ({ date, generated }));
  const weak = weakGeneration(days, day.date, percent);
  if (weak === null) return [];
  const { value, usual } = weak;
  const { meter, date } = day;
  // Energy that was not generated had to be bought, or gave no credits.
  const cost = await price(ownerOf(meter), meter.mac, date, Math.round(usual - value));
  const facts = { kind: 'generation', generated: value / MILLION, usual: usual / MILLION } as const;
  return [meterFinding(meter, facts, { since: sinceOf(day), cost })];
};

const completeness = (day: Yesterday, percent: number): AlertFinding[] => {
  const { meter, date, columns } = day;
  const column = meter.isWater ? columns.volume : columns.consumed;
  const slots = Array.from(column, (value, index) => ({
    start: instant(columns.origin + index * QUARTER_MS),
    measured: Number.isNaN(value) ? 0 : 1,
  }));
  const share = measuredShare(slots, {
    date,
    since: instant(Math.round(meter.installedAt)),
    zone: meter.zone,
  });
  if (share === null || share >= percent / PERCENT) return [];
  return [meterFinding(meter, { kind: 'completeness', share, day: date }, { since: sinceOf(day) })];
};

const RULES: Readonly<
  Record<
    DayKind,
    (day: Yesterday, threshold: number, price: PriceEnergy) => AlertFinding[] | Promise<AlertFinding[]>
  >
> = { 'night-use': nightUse, 'power-factor': powerFactor, generation, completeness };
const DAY_KINDS = Object.keys(RULES) as readonly DayKind[];

const judge = async (day: Yesterday, kind: DayKind, price: PriceEnergy): Promise<AlertFinding[]> => {
  const { isOn, threshold } = day.tuning(day.meter.establishmentId, kind);
  return !isOn || threshold === null ? [] : RULES[kind](day, threshold, price);
};

/**
 * Finds alerts about yesterday for each meter after 6 h in its zone. Until then the alerts about the day before stay unchanged.
 */
export const findOfYesterday = async (
  needs: Measured & {
    readonly meters: readonly JudgedMeter[];
    readonly tuning: Tuning;
    readonly price: PriceEnergy;
  },
  now: Instant,
): Promise<readonly Found[]> => {
  const { days, frames, meters, tuning, price } = needs;
  const awake = meters.filter(({ zone }) => civilHourAt(now, zone) >= JUDGED_FROM_HOUR);
  const found = new Map<DayKind, AlertFinding[]>(DAY_KINDS.map((kind) => [kind, []]));
  for (let first = 0; first < awake.length; first += METERS_PER_QUERY) {
    const some = awake.slice(first, first + METERS_PER_QUERY);
    const dateOf = ({ zone }: JudgedMeter) => addDays(civilDateAt(now, zone), -1);
    const from = instant(
      Math.min(...some.map((meter) => startOfDay(addDays(dateOf(meter), -LOOKED_BACK_DAYS), meter.zone))),
    );
    const to = instant(Math.max(...some.map((meter) => endOfDay(dateOf(meter), meter.zone))));
    const interval = await readInterval(
      { days, frames },
      some.map(({ installationId }) => installationId),
      { from, to },
    );
    for (const meter of some) {
      const columns = columnsOf(interval, [meter.installationId]);
      const day = { meter, date: dateOf(meter), columns, now, tuning };
      for (const kind of DAY_KINDS) found.get(kind)?.push(...(await judge(day, kind, price)));
    }
  }
  const asleep = new Set(
    meters.filter((meter) => !awake.includes(meter)).map(({ installationId }) => String(installationId)),
  );
  return DAY_KINDS.map((kind) => ({
    kind,
    findings: found.get(kind) ?? [],
    seenFrom: null,
    looksAt: (member: string) => !asleep.has(member),
  }));
};
