import { readAlwaysOn, readComparison, readDemand, readHeatMap } from '@nascente/contract/energy/analysis';
import {
  readDay,
  readDays,
  readForecast,
  readMonth,
  readMonths,
  readPeriod,
} from '@nascente/contract/energy/consumption';
import { createCorrection, undoCorrection } from '@nascente/contract/energy/corrections';
import { readConsumption } from '@nascente/contract/energy/period-consumption';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { closeBill, listFrozenBills, readBill } from '@nascente/contract/money/bills';
import { readEmissions } from '@nascente/contract/sites/establishments';
import { countFrames, readFramePage } from '@nascente/contract/telemetry/readings';
import { readTelemetries, readTelemetryStatus } from '@nascente/contract/telemetry/telemetry';
import { beforeAll, expect, test } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

/** Two equal establishments, except for two hours: one meter sent implausible values, the other was silent. */
const NOW = '2026-11-20T15:02:00Z';
const QUARTER = 900_000;
const NONSENSE = { start: '2026-11-10T12:00:00Z', end: '2026-11-10T14:00:00Z' };
const FIRST = Date.parse('2026-09-01T03:00:00Z');

interface Twin {
  readonly establishment: string;
  readonly meter: SeededMeter;
}

let api: TestApi;
let owner: SeededPerson;
let tax: string;
let wrong: Twin;
let silent: Twin;
const asOwner = () => ({ token: owner.token });

const isNonsense = (at: number) => at >= Date.parse(NONSENSE.start) && at < Date.parse(NONSENSE.end);
const readings = Array.from({ length: Math.floor((Date.parse(NOW) - FIRST) / QUARTER) }, (_, index) => {
  const at = FIRST + index * QUARTER + 7_000;
  const load = 5 + ((index * 37) % 96) / 8;
  const kwh = isNonsense(at) ? 300 : load / 4;
  return {
    at: new Date(at),
    va: isNonsense(at) ? 260 : 220 + (index % 7) / 10,
    pfa: isNonsense(at) ? 0.2 : 0.95,
    wa: kwh * 4000,
    energy_a_mwh: Math.round(kwh * 1e6),
    reactive_a_mvarh: Math.round(kwh * (isNonsense(at) ? 2e6 : 6e5)),
  };
});

const aTwin = async (rows: typeof readings): Promise<Twin> => {
  const establishment = await api.seed.establishment(owner);
  const tariff_id = await api.seed.tariff([
    { valid_from: '2026-01-01', in_point: '1.5', inter_point: '0.5', out_point: '0.5' },
  ]);
  const meter = await api.seed.meter(establishment, {
    is_general: true,
    tariff_id,
    installed_at: new Date(FIRST),
  });
  await api.seed.readings(meter, rows);
  const terms = aContract({
    group: 'A',
    subgroup: 'A4',
    modality: 'verde',
    demand: { mode: 'single', demand: 20 },
  });
  const payload = { validFrom: '2026-01-01', tax, terms };
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, { ...asOwner(), payload });
  return { establishment, meter };
};

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: VERDE }]);
  wrong = await aTwin(readings);
  silent = await aTwin(readings.filter(({ at }) => !isNonsense(at.getTime())));
});

/** The calls behind every screen of a meter and of its bill. */
const answersOf = async ({ establishment, meter: { mac } }: Twin) => {
  const days = 'start=2026-11-01&end=2026-11-20';
  const range = { id: mac, dateIn: '2026-11-01', dateOut: '2026-11-20' };
  const page = { ...range, limit: 1000, skip: 500 };
  const asOwnerWith = (payload: object) => ({ ...asOwner(), payload });
  const { bill } = await api.succeed(readBill, `/establishment/${establishment}/bill?${days}`, asOwner());
  return {
    day: await api.succeed(readDay, `/consolidated/daily/${mac}?date=2026-11-10`, asOwner()),
    cycle: await api.succeed(readMonth, `/consolidated/monthly/${mac}`, asOwner()),
    forecast: await api.succeed(readForecast, `/consolidated/monthly-forecast/${mac}`, asOwner()),
    months: await api.succeed(
      readMonths,
      `/consolidated/monthly/${mac}`,
      asOwnerWith({ months: ['11/2026'] }),
    ),
    period: await api.succeed(
      readPeriod,
      '/consolidated/period',
      asOwnerWith({ meter: mac, dateStart: '2026-11-09', dateEnd: '2026-11-11' }),
    ),
    days: await api.succeed(readDays, `/consolidated/days/${mac}?${days}`, asOwner()),
    consumption: await api.succeed(readConsumption, '/board/consumption', asOwnerWith(range)),
    demand: await api.succeed(readDemand, `/consolidated/demand/${mac}?${days}`, asOwner()),
    map: await api.succeed(readHeatMap, `/consolidated/heatmap/${mac}?${days}`, asOwner()),
    comparison: await api.succeed(readComparison, `/consolidated/comparison/${mac}?${days}`, asOwner()),
    base: await api.succeed(
      readAlwaysOn,
      `/always-on/retrieve-interval/${mac}/2026-11-01/2026-11-20`,
      asOwner(),
    ),
    curve: await api.succeed(
      readTelemetries,
      '/board/telemetries',
      asOwnerWith({ id: mac, date: '2026-11-10' }),
    ),
    voltage: await api.succeed(
      readTelemetryStatus,
      '/board/telemetries/status',
      asOwnerWith({ ...range, type: 'V' }),
    ),
    factor: await api.succeed(
      readTelemetryStatus,
      '/board/telemetries/status',
      asOwnerWith({ ...range, type: 'PF' }),
    ),
    frames: await api.succeed(readFramePage, '/board/values/last/pagination', asOwnerWith(page)),
    count: await api.succeed(countFrames, '/board/values/last/pagination/count', asOwnerWith(range)),
    emissions: await api.succeed(
      readEmissions,
      `/establishment/${establishment}/emissions?${days}`,
      asOwner(),
    ),
    bill: { ...bill, meters: [], tariff: null },
  };
};

test('treats excluded readings on every screen and in the bill as never measured', async () => {
  await api.closeDays();
  const asSilent = await answersOf(silent);
  const before = await answersOf(wrong);
  for (const [name, answer] of Object.entries(before)) {
    expect([name, answer]).not.toEqual([name, asSilent[name as keyof typeof asSilent]]);
  }
  const url = `/board/${wrong.meter.mac}/corrections`;
  const payload = { ...NONSENSE, reason: 'Transformador de corrente trocado' };
  const { correction } = await api.succeed(createCorrection, url, { ...asOwner(), payload });
  expect(await answersOf(wrong)).toEqual(asSilent);
  await api.closeDays();
  expect(await answersOf(wrong)).toEqual(asSilent);
  await api.succeed(undoCorrection, `${url}/${correction.id}/undo`, asOwner());
  expect(await answersOf(wrong)).toEqual(before);
});

test('a closed bill stays unchanged, and shows the present total of its days beside it', async () => {
  const url = `/establishment/${wrong.establishment}/bills`;
  const payload = { start: '2026-10-01', end: '2026-10-31' };
  const { frozenBill } = await api.succeed(closeBill, url, { ...asOwner(), payload });
  const timeInterval = { start: '2026-10-10T12:00:00Z', end: '2026-10-12T12:00:00Z', reason: 'Sem ligação' };
  const corrections = `/board/${wrong.meter.mac}/corrections`;
  const made = await api.succeed(createCorrection, corrections, { ...asOwner(), payload: timeInterval });
  const list = async () => (await api.succeed(listFrozenBills, url, asOwner())).bills;
  const requested = `/establishment/${wrong.establishment}/bill?start=2026-10-01&end=2026-10-31`;
  const { bill } = await api.succeed(readBill, requested, asOwner());
  expect(bill.total).toBeLessThan(frozenBill.total - 100);
  expect(await list()).toMatchObject([
    {
      total: frozenBill.total,
      repricedTotal: bill.total,
      difference: expect.closeTo(bill.total - frozenBill.total, 2),
    },
  ]);
  await api.succeed(undoCorrection, `${corrections}/${made.correction.id}/undo`, asOwner());
  expect(await list()).toMatchObject([
    { total: frozenBill.total, repricedTotal: frozenBill.total, difference: 0 },
  ]);
});
