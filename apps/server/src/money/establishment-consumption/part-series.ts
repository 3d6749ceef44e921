import { endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { consolidateDays } from '@nascente/domain/energy/consumption/consolidate';
import { type DayPosts, dayPostsOf, stepOfPosts } from '@nascente/domain/energy/consumption/day-posts';
import { civilDays, pastDaysOf } from '@nascente/domain/energy/consumption/day-sums';
import type { DaySpan } from '@nascente/domain/energy/forecast/alike';
import { measuringTime, spansOfParts } from '@nascente/domain/energy/subjects/meter-parts';
import {
  alwaysOffPeak,
  type PostsOn,
  simplePostsOn,
} from '@nascente/domain/sites/tou-windows/posts-by-window';
import { addStays } from '@nascente/domain/telemetry/intervals/expected-quarters';
import type { EnergySeries, StepMinutes } from '@nascente/domain/telemetry/intervals/series';
import type { DaySource, DaySumsReader, ForecastSource, MeterSums } from '../../energy/consumption/index.ts';
import type { SeriesRequest } from '../../telemetry/series/index.ts';
import type { EstablishmentPart, MeasuredEstablishment, MeasuredParts } from './measured-establishments.ts';

/** Parts of what measured an establishment, and what they consumed together. */
interface ConsumedParts {
  readonly parts: readonly EstablishmentPart[];
  readonly consumed: Promise<EnergySeries>;
}

/** An establishment whose days are told apart by the posts of its bill; without them, by those of the simple tariff. */
export type CutEstablishment = MeasuredEstablishment & { readonly postsOn?: PostsOn | undefined };

/**
 * What parts consumed together.
 * @param how.from - nothing is read before
 * @param how.highestFrom - from then on the highest quarter-hours are read too, of a single part
 */
export const measureParts = (
  sums: MeterSums,
  { zone }: Pick<MeasuredEstablishment, 'zone'>,
  { parts }: Pick<MeasuredParts, 'parts'>,
  { from: since, ...how }: Partial<Pick<SeriesRequest, 'from' | 'highestFrom' | 'stepMinutes'>> = {},
): ConsumedParts => ({
  parts,
  consumed: sums(
    spansOfParts(parts).map(({ from, ...span }) => ({
      ...span,
      zone,
      from: instant(Math.max(from, since ?? from)),
      ...how,
    })),
  ),
});

/** Water has no posts. */
const postsOf = ({ type, postsOn = simplePostsOn }: CutEstablishment): PostsOn =>
  type === 'water' ? alwaysOffPeak : postsOn;

/** The longest slots that are short enough for the posts of some days. */
export const stepOf = (establishment: CutEstablishment, days: DaySpan): StepMinutes =>
  stepOfPosts({ ...days, postsOn: postsOf(establishment) });

const cutBy = (establishment: CutEstablishment, parts: readonly EstablishmentPart[]) => ({
  zone: establishment.zone,
  now: establishment.now,
  kind: establishment.type === 'water' ? ('water' as const) : ('electric' as const),
  postsOn: postsOf(establishment),
  since: null,
  stays: addStays(parts.map(measuringTime)),
});

/** What parts consumed together on civil days, by post. */
export const dayPostsOfParts = async (
  establishment: CutEstablishment,
  measured: ConsumedParts,
  days: DaySpan,
): Promise<readonly DayPosts[]> =>
  dayPostsOf(await measured.consumed, { ...cutBy(establishment, measured.parts), ...days, removed: null });

/** What parts consumed on civil days, by the tariff of their meters: each kWh has the price of the meter that measured it. */
export const daysByTariff = (
  sums: MeterSums,
  establishment: CutEstablishment,
  { parts }: MeasuredParts,
  days: DaySpan,
) => {
  const stepMinutes = stepOf(establishment, days);
  return Promise.all(
    [...Map.groupBy(parts, ({ meter }) => meter.tariffId)].map(async ([tariffId, ofTariff]) => {
      const measured = measureParts(sums, establishment, { parts: ofTariff }, { stepMinutes });
      return { tariffId, days: await dayPostsOfParts(establishment, measured, days) };
    }),
  );
};

/** Parts together, as one meter that was there from the first of them on. */
export const daysOfParts = (establishment: CutEstablishment, measured: ConsumedParts): DaySource => {
  const cut = cutBy(establishment, measured.parts);
  const stays = measured.parts.map(measuringTime);
  const isOver = measured.parts.every(({ to }) => to <= establishment.now);
  return {
    zone: establishment.zone,
    calendar: establishment.calendar,
    since: instant(Math.min(...stays.map(({ from }) => from))),
    until: isOver ? instant(Math.max(...stays.map(({ to }) => to))) : null,
    inTotal: async ({ first, last, now }) =>
      consolidateDays(await measured.consumed, { ...cut, first, last, now }),
  };
};

/** The days of parts together that a forecast learns from. */
export const pastDaysOfParts =
  (
    daySums: DaySumsReader,
    { zone }: Pick<MeasuredEstablishment, 'zone'>,
    parts: readonly EstablishmentPart[],
  ): ForecastSource['pastDays'] =>
  async ({ first, last, now }) => {
    const days = civilDays(first, last, zone);
    const [since, until] = [startOfDay(first, zone), endOfDay(last, zone)];
    const spans = spansOfParts(parts).map((span) => ({
      ...span,
      from: instant(Math.max(span.from, since)),
      to: instant(Math.min(span.to, until)),
    }));
    const stays = addStays(parts.map(measuringTime));
    return pastDaysOf(days, await daySums(spans, days), { now, since: null, stays });
  };
