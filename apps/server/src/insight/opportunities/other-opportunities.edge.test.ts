import type { OpportunityKind } from '@nascente/contract/insight/opportunity-kinds';
import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { enterUtilityBill } from '@nascente/contract/money/utility-bills';
import { closedWeek, withDays, workingDays } from '@nascente/domain/base/time/business-hours';
import { beforeAll, describe, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { BRANCA, CONVENCIONAL, seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import { everyOpportunity, isOfKind } from '../../testing/seeds/every-opportunity.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const FROM = '2025-01-01';
const HOUR = 3_600_000;
/** Two cycles of August and September: 61 days from midnight on. */
const MIDNIGHT = {
  'America/Sao_Paulo': Date.parse('2026-08-01T03:00:00Z'),
  'America/Noronha': Date.parse('2026-08-01T02:00:00Z'),
} as const;
const DAYS = 61;
const CYCLES = [
  ['2026-08-01', '2026-08-31'],
  ['2026-09-01', '2026-09-30'],
] as const;
const HOLIDAY = '2026-09-07';

let api: TestApi;
const tariffs: Record<string, string> = {};

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  tariffs.convencional = await seedRules(api.seed, [{ validFrom: FROM, rules: CONVENCIONAL }]);
  tariffs.branca = await seedRules(api.seed, [{ validFrom: FROM, rules: BRANCA }]);
  tariffs.verde = await seedRules(api.seed, [{ validFrom: FROM, rules: VERDE }], { tariff_group: 'A4' });
});

interface LocalHour {
  readonly day: number;
  readonly hour: number;
  readonly date: string;
  readonly isWeekday: boolean;
}
interface Used {
  readonly kwh: number;
  readonly kvarh?: number;
}

const hours: readonly LocalHour[] = Array.from({ length: DAYS * 24 }, (_, index) => {
  const day = Math.floor(index / 24);
  const date = new Date(Date.parse('2026-08-01') + day * 24 * HOUR).toISOString().slice(0, 10);
  const weekday = new Date(date).getUTCDay();
  return { day, hour: index % 24, date, isWeekday: weekday > 0 && weekday < 6 };
});

/** An establishment of one meter that used, in two quarters of each hour, what is told of it. */
const QUARTERS = [0, 1] as const;

const establishmentWith = async (
  owner: SeededPerson,
  modality: 'convencional' | 'branca' | 'verde',
  used: (at: LocalHour) => Used,
  terms: Partial<BillingContractJson> = {},
  zone: keyof typeof MIDNIGHT = 'America/Sao_Paulo',
): Promise<string> => {
  const week = withDays(closedWeek, workingDays, {
    open: true,
    openHour: { hour: 8, minute: 0 },
    closeHour: { hour: 18, minute: 0 },
  });
  const first = MIDNIGHT[zone];
  const establishment = await api.seed.establishment(owner, { business_hours: JSON.stringify(week), zone });
  const meter = await api.seed.meter(establishment, { installed_at: new Date(first), name: 'Geral' });
  await api.seed.readings(
    meter,
    hours.flatMap((at, index) => {
      const { kwh, kvarh = 0 } = used(at);
      return QUARTERS.map((quarter) => ({
        at: new Date(first + index * HOUR + quarter * (HOUR / 4) + 300_000),
        energy_a_mwh: Math.round((kwh / QUARTERS.length) * 1e6),
        reactive_a_mvarh: Math.round((kvarh / QUARTERS.length) * 1e6),
      }));
    }),
  );
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: {
      validFrom: FROM,
      tax: tariffs[modality],
      terms: aContract({ modality, taxes: [], cosip: null, supply: null, ...terms }),
    },
  });
  return establishment;
};

const list = (owner: SeededPerson) => everyOpportunity(api, owner);
const found = async <K extends OpportunityKind>(owner: SeededPerson, establishment: string, kind: K) =>
  (await list(owner)).opportunities.find(isOfKind(kind, establishment));
const billed = async (owner: SeededPerson, establishment: string): Promise<number[]> =>
  Promise.all(
    CYCLES.map(async ([start, end]) => {
      const url = `/establishment/${establishment}/bill?start=${start}&end=${end}`;
      return (await api.succeed(readBill, url, { token: owner.token })).bill.total;
    }),
  );
/** R$ a year between the bills of one establishment and those of another that did as advised. */
const yearlyBetween = async (owner: SeededPerson, one: string, advised: string): Promise<number> => {
  const [now, then] = await Promise.all([billed(owner, one), billed(owner, advised)]);
  const saved = now.reduce((sum, total, index) => sum + total - (then[index] ?? 0), 0);
  return (saved / DAYS) * 365;
};

describe('the yearly saving as the difference between the present and the advised bills', () => {
  it('calculates the saving of quiet closed hours', async () => {
    const owner = await api.seed.person();
    const usual = ({ hour, isWeekday }: LocalHour) => (isWeekday && hour >= 8 && hour < 18 ? 50 : 10);
    const isLeftOn = ({ day, hour }: LocalHour) => hour === 20 && day % 2 === 0;
    const one = await establishmentWith(owner, 'convencional', (at) => ({
      kwh: isLeftOn(at) ? 40 : usual(at),
    }));
    const advised = await establishmentWith(owner, 'convencional', (at) => ({ kwh: usual(at) }));
    const saving = await found(owner, one, 'closed-hours');
    expect(saving?.perYear).toBeCloseTo(await yearlyBetween(owner, one, advised), 1);
    // 31 evenings of 30 kWh too much; of quarter-hours of 20 and of 5 kWh, the mean of all evenings at 20h.
    expect(saving?.closed?.energy).toBeCloseTo((31 * 30 * 365) / DAYS, 6);
    expect(saving?.closed?.hours[20]).toEqual({
      now: expect.closeTo((31 * 80 + 30 * 20) / 61, 6),
      quiet: expect.closeTo(20, 6),
    });
    // On weekdays, 10 open hours use 50 kWh each; other hours use 10, or 40 on those evenings.
    const weekdays = hours.filter(({ hour, isWeekday }) => hour === 0 && isWeekday).length;
    const closed = (DAYS * 24 - weekdays * 10) * 10 + 31 * 30;
    expect(saving?.closed?.share).toBeCloseTo(closed / (closed + weekdays * 10 * 50), 9);
    expect(saving?.closed?.meter?.name).toBe('Geral');
    expect(saving?.measured).toMatchObject({ name: 'Geral', hours: 'all' });
    expect(await found(owner, advised, 'closed-hours')).toBeUndefined();
  });

  it('calculates the saving of a peak as low as on quiet days', async () => {
    const owner = await api.seed.person();
    const isPeak = ({ hour, date, isWeekday }: LocalHour) =>
      isWeekday && date !== HOLIDAY && hour >= 18 && hour < 21;
    const isBusy = ({ day }: LocalHour) => day % 3 > 0;
    const isOff = ({ hour }: LocalHour) => hour < 17 || hour >= 22;
    const usual = (at: LocalHour) => (at.hour >= 18 && at.hour < 21 && isBusy(at) ? 40 : 10);
    const isMoved = (at: LocalHour) => isBusy(at) && isPeak({ ...at, hour: 18 });
    const one = await establishmentWith(owner, 'branca', (at) => ({ kwh: usual(at) }));
    const advised = await establishmentWith(owner, 'branca', (at) => {
      if (isMoved(at) && isPeak(at)) return { kwh: 10 };
      return { kwh: usual(at) + (isMoved(at) && isOff(at) ? 90 / 19 : 0) };
    });
    const saving = await found(owner, one, 'peak');
    // Bills truncate each line to cents, and each day moves the mean amount of its weekday.
    expect(saving?.perYear).toBeCloseTo(await yearlyBetween(owner, one, advised), 0);
    const movedDays = hours.filter((at) => at.hour === 18 && isMoved(at)).length;
    expect(saving?.peak).toMatchObject({ from: 18, to: 21, meter: null });
    expect(saving?.peak?.energy).toBeCloseTo((movedDays * 90 * 365) / DAYS, 6);
    const peakDays = hours.filter((at) => at.hour === 18 && isPeak(at)).length;
    expect(saving?.peak?.share).toBeCloseTo((movedDays * 90) / (peakDays * 30 + movedDays * 90), 9);
    // Of the days with a peak the busy ones take 40 kWh an hour and the others 10, within QUARTERS of it; off the peak all take 10.
    const [all, busy, power] = [peakDays, movedDays, 4 / QUARTERS.length];
    expect(saving?.peak?.hours[19]).toEqual({
      now: expect.closeTo(((busy * 40 + (all - busy) * 10) / all) * power, 6),
      movable: expect.closeTo(((busy * 30) / all) * power, 6),
    });
    expect(saving?.peak?.hours[3]).toEqual({ now: expect.closeTo(10 * power, 6), movable: 0 });
    expect(saving?.measured).toMatchObject({ name: 'Geral', hours: 'peak' });
    expect(await found(owner, advised, 'peak')).toBeUndefined();
  });

  it('calculates the saving of a capacitor bank of the suggested size', async () => {
    const owner = await api.seed.person();
    const terms = {
      group: 'A',
      subgroup: 'A4',
      demand: { mode: 'single', demand: 40 },
    } as const;
    const kvarhAt = ({ hour }: LocalHour) => (hour >= 8 && hour < 18 ? 8 : 1);
    const one = await establishmentWith(owner, 'verde', (at) => ({ kwh: 10, kvarh: kvarhAt(at) }), terms);
    const saving = await found(owner, one, 'reactive');
    const kvar = saving?.reactive?.kvar ?? 0;
    // 20 kW and 16 kvar of an hour's quarter need 16 − 20·tan(acos 0.92).
    expect(saving?.reactive?.hours[10]).toBeCloseTo(16 - 20 * Math.tan(Math.acos(0.92)), 6);
    expect(saving?.reactive?.hours[22]).toBe(0);
    expect([5, 7.5]).toContain(kvar);
    const advised = await establishmentWith(
      owner,
      'verde',
      (at) => ({ kwh: 10, kvarh: Math.max(0, kvarhAt(at) - (QUARTERS.length * kvar) / 4) }),
      terms,
    );
    expect(saving?.perYear).toBeCloseTo(await yearlyBetween(owner, one, advised), 1);
  });
});

it('uses the local clock of Fernando de Noronha for closed hours and peak', async () => {
  const used = ({ hour, day, isWeekday }: LocalHour): Used => {
    if (hour >= 18 && hour < 21) return { kwh: day % 3 > 0 ? 40 : 10 };
    return { kwh: isWeekday && hour >= 8 && hour < 18 ? 50 : 10 };
  };
  const owner = await api.seed.person();
  const [main, island] = [
    await establishmentWith(owner, 'branca', used),
    await establishmentWith(owner, 'branca', used, {}, 'America/Noronha'),
  ];
  const closed = [await found(owner, main, 'closed-hours'), await found(owner, island, 'closed-hours')];
  const peaks = [await found(owner, main, 'peak'), await found(owner, island, 'peak')];
  for (const [one, other] of [closed, peaks]) {
    expect(one?.perYear).toBeGreaterThan(0);
    expect(other?.establishment.zone).toBe('America/Noronha');
    const byEstablishment = { establishment: null, closed: null, peak: null, measured: null };
    expect({ ...other, ...byEstablishment }).toEqual({ ...one, ...byEstablishment });
  }
  expect(closed[1]?.closed.hours).toEqual(closed[0]?.closed.hours);
  const withoutMeter = peaks.map((one) => one && { ...one.peak, meter: null });
  expect(withoutMeter[1]).toEqual(withoutMeter[0]);
});

it('reports a bill that is too high once, and leaves it out of the yearly sum', async () => {
  const owner = await api.seed.person();
  const establishment = await establishmentWith(owner, 'convencional', () => ({ kwh: 10 }));
  const [, september = 0] = await billed(owner, establishment);
  expect(await found(owner, establishment, 'bill-wrong')).toBeUndefined();
  const before = await list(owner);
  await api.succeed(enterUtilityBill, `/establishment/${establishment}/utility-bills`, {
    token: owner.token,
    payload: {
      type: 'eletric',
      start: '2026-09-01',
      end: '2026-09-30',
      total: september + 150,
      consumed: {},
    },
  });
  const wrong = await found(owner, establishment, 'bill-wrong');
  expect(wrong?.evidence).toEqual([
    { date: '2026-09-01', now: september + 150, instead: expect.any(Number) },
  ]);
  expect(wrong?.bills).toEqual({ count: 1 });
  expect(wrong?.perYear).toBeGreaterThan(0);
  expect((await list(owner)).perYear).toBe(before.perYear);
});
