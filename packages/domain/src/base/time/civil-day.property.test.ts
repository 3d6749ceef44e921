import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  type CivilDate,
  civilDate,
  civilDateAt,
  civilHourAt,
  daysBetween,
  endOfDay,
  hoursOfDay,
  isCivilDate,
  startOfDay,
  weekdayOf,
} from './civil-day.ts';
import { instant, offsetMsAt, type Zone } from './zone.ts';

const ZONES = [
  'America/Sao_Paulo',
  'America/Manaus',
  'America/Rio_Branco',
  'America/Noronha',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'America/Scoresbysund',
  'Atlantic/Azores',
  'Europe/Lisbon',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Tehran',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'UTC',
] as Zone[];

const FROM = Date.UTC(1990, 0, 1);
const TO = Date.UTC(2040, 0, 1);
const anyZone = fc.constantFrom(...ZONES);
const toDate = (ms: number) => civilDate(new Date(ms).toISOString().slice(0, 10));

/** Instants at and near every clock change, where errors are likely, besides random ones. */
function changesOf(zone: Zone): number[] {
  const changes: number[] = [];
  let at: Temporal.ZonedDateTime | null = new Temporal.ZonedDateTime(BigInt(FROM) * 1_000_000n, zone);
  for (at = at.getTimeZoneTransition('next'); at && at.epochMilliseconds < TO; ) {
    changes.push(at.epochMilliseconds);
    at = at.getTimeZoneTransition('next');
  }
  return changes;
}

const changes = new Map(ZONES.map((zone) => [zone, changesOf(zone)]));

const zoneAndInstant = anyZone.chain((zone) => {
  const anywhere = fc.integer({ min: FROM, max: TO });
  const changesOfZone = changes.get(zone) ?? [];
  const near = fc
    .tuple(
      fc.constantFrom(...(changesOfZone.length > 0 ? changesOfZone : [FROM])),
      fc.integer({ min: -90_000_000, max: 90_000_000 }),
    )
    .map(([change, shift]) => change + shift);
  return fc.record({ zone: fc.constant(zone), at: fc.oneof(anywhere, near).map(instant) });
});

const zoneAndDate = zoneAndInstant.map(({ zone, at }) => ({ zone, date: toDate(at) }));

describe('the agreement with Temporal', () => {
  test('agrees with Temporal on the offset, day and hour of any instant', () => {
    fc.assert(
      fc.property(zoneAndInstant, ({ zone, at }) => {
        const expected = new Temporal.ZonedDateTime(BigInt(at) * 1_000_000n, zone);
        expect(offsetMsAt(at, zone) * 1e6).toBe(expected.offsetNanoseconds);
        expect(civilDateAt(at, zone)).toBe(expected.toPlainDate().toString());
        expect(civilHourAt(at, zone)).toBe(expected.hour);
      }),
      { numRuns: 2000 },
    );
  });

  test('agrees with Temporal on the start of any day', () => {
    fc.assert(
      fc.property(zoneAndDate, ({ zone, date }) => {
        const expected = Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
        expect(startOfDay(date, zone)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test('agrees with Temporal on the moment of every clock change since 1990', () => {
    for (const [zone, changesOfZone] of changes) {
      for (const change of changesOfZone) {
        const offset = (at: number) =>
          new Temporal.ZonedDateTime(BigInt(at) * 1_000_000n, zone).offsetNanoseconds;
        expect(offsetMsAt(change - 1, zone) * 1e6, `${zone} before ${change}`).toBe(offset(change - 1));
        expect(offsetMsAt(change, zone) * 1e6, `${zone} at ${change}`).toBe(offset(change));
      }
    }
  });

  test('agrees with Temporal on calendar arithmetic and weekdays', () => {
    const anyDate = fc.integer({ min: Date.UTC(1600, 0, 1), max: Date.UTC(2400, 0, 1) }).map(toDate);
    fc.assert(
      fc.property(anyDate, anyDate, fc.integer({ min: -10_000, max: 10_000 }), (a, b, days) => {
        const plain = Temporal.PlainDate.from(a);
        expect(addDays(a, days)).toBe(plain.add({ days }).toString());
        expect(daysBetween(a, b)).toBe(plain.until(b).days);
        expect(weekdayOf(a)).toBe(plain.dayOfWeek % 7);
      }),
    );
  });

  test('agrees with Temporal on the existing dates', () => {
    const part = (max: number, width: number) => fc.nat({ max }).map((n) => String(n).padStart(width, '0'));
    fc.assert(
      fc.property(part(9999, 4), part(13, 2), part(32, 2), (year, month, day) => {
        const exists = (() => {
          try {
            Temporal.PlainDate.from(
              { year: Number(year), month: Number(month), day: Number(day) },
              { overflow: 'reject' },
            );
            return Number(year) > 0;
          } catch {
            return false;
          }
        })();
        expect(isCivilDate(`${year}-${month}-${day}`)).toBe(exists);
      }),
    );
  });
});

describe('the coverage of time by days and hours', () => {
  test('places an instant between the start and the end of its day', () => {
    const contiguous = zoneAndInstant.filter(({ zone }) => !zone.endsWith('St_Johns'));
    fc.assert(
      fc.property(contiguous, ({ zone, at }) => {
        const date = civilDateAt(at, zone);
        expect(startOfDay(date, zone)).toBeLessThanOrEqual(at);
        expect(endOfDay(date, zone)).toBeGreaterThan(at);
      }),
      { numRuns: 1000 },
    );
  });

  test('covers a day with consecutive hours, each with the hour of its instants', () => {
    fc.assert(
      fc.property(zoneAndDate, ({ zone, date }) => {
        let reached = startOfDay(date, zone);
        for (const { hour, start, end } of hoursOfDay(date, zone)) {
          expect(start).toBe(reached);
          expect(end - start).toBeGreaterThan(0);
          expect(end - start).toBeLessThanOrEqual(3_600_000);
          expect(civilHourAt(start, zone)).toBe(hour);
          expect(civilHourAt(instant(end - 1), zone)).toBe(hour);
          reached = end;
        }
        expect(reached).toBe(endOfDay(date, zone));
      }),
      { numRuns: 1000 },
    );
  });

  test('starts a day on its own date, unless the zone omitted that day', () => {
    fc.assert(
      fc.property(zoneAndDate, ({ zone, date }) => {
        const start = startOfDay(date, zone);
        const isLeftOut = endOfDay(date, zone) === start;
        const expected: CivilDate = isLeftOut ? addDays(date, 1) : date;
        expect(civilDateAt(start, zone)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
