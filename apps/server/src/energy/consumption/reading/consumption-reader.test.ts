import { type CivilDate, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { expect, it } from 'vitest';
import { createConsumptionReader } from './consumption-reader.ts';

const ZONE = 'America/Sao_Paulo' as Zone;
const DAY = '2026-10-01' as CivilDate;
const METER = { installationId: 1, zone: ZONE, kind: 'tri', installedAt: instant(0) } as const;

const failsIn = (ms: number, what: string): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error(what)), ms));

// A rejection that nobody waits for would end the server; here it fails the run.
it.each([
  ['the days', 1, 10],
  ['the posts', 10, 1],
])(
  'handles both rejections when days and time-of-use periods fail, %s first',
  async (_, days, touPeriods) => {
    const reading = () => failsIn(days, 'days');
    const reader = createConsumptionReader({ readTogether: reading, readInDetail: reading });
    const queryOf = () => ({
      first: DAY,
      last: DAY,
      now: instant(Date.now()),
      touPeriodsOn: failsIn(touPeriods, 'touPeriods'),
    });
    const first = days < touPeriods ? 'days' : 'touPeriods';
    const span = { from: startOfDay(DAY, ZONE), to: endOfDay(DAY, ZONE) };
    await expect(reader.inTotal(METER, queryOf())).rejects.toThrow(first);
    await expect(reader.inDetail(METER, queryOf())).rejects.toThrow(first);
    await expect(reader.inSpan(METER, { ...queryOf(), ...span })).rejects.toThrow(first);
    await new Promise((resolve) => setTimeout(resolve, 20));
  },
);

it('handles the rejection of time-of-use periods when the interval of days is invalid', async () => {
  const reader = createConsumptionReader({
    readTogether: () => failsIn(1, 'days'),
    readInDetail: () => failsIn(1, 'days'),
  });
  const queryOf = () => ({
    first: 'no day' as CivilDate,
    last: 'no day' as CivilDate,
    now: instant(Date.now()),
    touPeriodsOn: failsIn(1, 'touPeriods'),
  });
  await expect(reader.inTotal(METER, queryOf())).rejects.toThrow();
  await expect(reader.inDetail(METER, queryOf())).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 20));
});
