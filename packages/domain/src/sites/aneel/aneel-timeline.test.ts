import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, civilDate, daysFrom } from '../../base/time/civil-day.ts';
import { type Decided, resolutionDate, timelineOf } from './aneel-assembly.ts';

const FIRST = civilDate('2026-01-01');
const decided = (from: string, until: string, resolution = ''): Decided => ({
  from: civilDate(from),
  until: civilDate(until),
  resolution,
});

test('reads the date of a resolution for any spelling of its number', () => {
  expect(resolutionDate('RESOLUÇÃO HOMOLOGATÓRIA Nº 3.459, DE 20 DE MAIO DE 2025')).toBe('2025-05-20');
  expect(resolutionDate('reh 1, de 1º de março de 2024')).toBe('2024-03-01');
  expect(resolutionDate('')).toBe('');
  expect(resolutionDate('DE 20 DE XYZ DE 2025')).toBe('');
});

test('restores the outer validity after a nested one', () => {
  const year = decided('2026-01-01', '2026-12-31');
  const spring = decided('2026-03-01', '2026-04-30');
  expect(timelineOf([spring, year])).toEqual([
    { validFrom: '2026-01-01', decided: year },
    { validFrom: '2026-03-01', decided: spring },
    { validFrom: '2026-05-01', decided: year },
  ]);
});

test('starts the version after a gap on its own first day', () => {
  const [one, other] = [decided('2026-01-01', '2026-01-31'), decided('2026-03-01', '2026-03-31')];
  expect(timelineOf([one, other]).map(({ validFrom }) => validFrom)).toEqual(['2026-01-01', '2026-03-01']);
});

test('omits a validity that is replaced on all its days', () => {
  const old = decided('2026-01-01', '2026-12-31', 'REH 1, DE 1 DE MAIO DE 2025');
  const rectified = decided('2026-01-01', '2026-12-31', 'REH 0, DE 2 DE MAIO DE 2025');
  expect(timelineOf([old, rectified])).toEqual([{ validFrom: '2026-01-01', decided: rectified }]);
  expect(timelineOf([])).toEqual([]);
});

test('uses on each covered day the validity that began last, then the shortest', () => {
  const interval = fc
    .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))
    .map(([start, length]) => decided(addDays(FIRST, start), addDays(FIRST, start + length)));
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 6 }), (sample) => {
      const timeline = timelineOf(sample);
      for (const day of daysFrom(FIRST, addDays(FIRST, 80))) {
        const covering = sample.filter(({ from, until }) => from <= day && day <= until);
        const latest = covering
          .map(({ from }) => from)
          .sort()
          .at(-1);
        const until = covering
          .filter(({ from }) => from === latest)
          .map((one) => one.until)
          .sort()[0];
        if (latest === undefined) continue;
        const holding = timeline.filter(({ validFrom }) => validFrom <= day).at(-1)?.decided;
        expect([holding?.from, holding?.until]).toEqual([latest, until]);
      }
      const days = timeline.map(({ validFrom }) => validFrom);
      expect(days).toEqual([...new Set(days)].sort());
    }),
  );
});
