import { readDay, readMonth, readMonths } from '@nascente/contract/energy/consumption';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { beforeAll, expect, test } from 'vitest';
import { openDays, startSender } from '../../testing/boards/send-lines.ts';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import { triLine } from '../../testing/boards/test-telemetry.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-20T15:00:00Z';

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;

beforeAll(async () => {
  api = await createTestApi(NOW);
  await openDays(api, ['2026-10-15', '2026-11-10']);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner);
  meter = await api.seed.meter(establishment, { is_general: true });
  await api.seed.readings(meter, steadyReadings('2026-10-01', '2026-11-19', { kwh: 500 }));
  const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  const payload = { validFrom: '2026-10-01', tax, terms: aContract() };
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload,
  });
});

const asOwner = () => ({ token: owner.token });
const money = async () => {
  const { consolidated: month } = await api.succeed(
    readMonth,
    `/consolidated/monthly/${meter.mac}`,
    asOwner(),
  );
  const day = await api.succeed(readDay, `/consolidated/daily/${meter.mac}?date=2026-10-15`, asOwner());
  const { hist } = await api.succeed(readMonths, `/consolidated/monthly/${meter.mac}`, {
    ...asOwner(),
    payload: { months: ['10/2026'] },
  });
  const { bill } = await api.succeed(
    readBill,
    `/establishment/${establishment}/bill?start=2026-10-01&end=2026-10-31`,
    asOwner(),
  );
  return { month, day, october: hist[0]?.value, bill };
};

test('a late MQTT backlog updates the price of its day, months, cycle and bill', async () => {
  await api.closeDays();
  const before = await money();
  const sender = await startSender(api, () => instant(Date.parse(NOW)));
  const lines = (day: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      triLine(meter.mac, Date.parse(`2026-${day}T15:00:07Z`) + n * 60_000, {
        ...({ energyA: 250_000, energyB: 0, energyC: 0, reactiveA: 0, reactiveB: 0 } as Partial<Frame>),
      }),
    );
  await sender.send(meter, [...lines('10-15', 40), ...lines('11-10', 20)]);
  const after = await money();
  expect(after.day.total - before.day.total).toBeCloseTo(10, 9);
  expect((after.october?.total ?? 0) - (before.october?.total ?? 0)).toBeCloseTo(10, 9);
  expect(after.month.total - before.month.total).toBeCloseTo(5, 9);
  // The meter is alone at its establishment, so its days and months cost what the establishment's bill comes to: half as much for half the energy.
  const billed = after.bill.total - before.bill.total;
  expect((after.day.cost ?? 0) - (before.day.cost ?? 0)).toBeCloseTo(billed, 1);
  expect((after.october?.cost ?? 0) - (before.october?.cost ?? 0)).toBeCloseTo(billed, 9);
  expect((after.month.cost ?? 0) - (before.month.cost ?? 0)).toBeCloseTo(billed / 2, 1);
  expect(after.bill.consumed.total - before.bill.consumed.total).toBeCloseTo(10, 9);
  expect(billed).toBeGreaterThan(6.5);
  // The days have the same values after they are closed again.
  await api.closeDays();
  expect(await money()).toEqual(after);
});
