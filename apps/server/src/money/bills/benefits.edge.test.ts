import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { beforeAll, expect, it } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let tax: string;
let establishment: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment);
  await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-10-11', { kwh: 410 }));
});

const IRRIGATION = {
  kind: 'irrigation',
  label: 'Irrigação',
  steps: [{ upTo: null, tusd: '0.6', te: '0.6' }],
  demand: '0',
  hours: { start: 1290, end: 360 },
  first: '2026-01-01',
  last: null,
} as const;

const agree = (benefits: readonly object[]) =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { validFrom: '2026-01-01', tax, terms: { ...aContract(), benefits } },
  });
const bill = async () =>
  (
    await api.succeed(
      readBill,
      `/establishment/${establishment}/bill?type=eletric&start=2026-09-01&end=2026-09-30`,
      {
        token: owner.token,
      },
    )
  ).bill;

it('applies the irrigation discount to 8.5 of the 24 hours of a steady meter', async () => {
  await agree([]);
  const plain = (await bill()).lines.filter(({ kind }) => kind === 'energy');
  await agree([IRRIGATION]);
  const lines = (await bill()).lines.filter(({ kind }) => kind === 'energy');
  const sumOf = (label: RegExp, name: 'quantity' | 'amount') =>
    lines.filter((line) => label.test(line.label)).reduce((sum, line) => sum + (line[name] ?? 0), 0);
  const total = plain.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  const cost = plain.reduce((sum, { amount }) => sum + amount, 0);
  expect(sumOf(/Irrigação/, 'quantity') / total).toBeCloseTo(8.5 / 24, 3);
  expect(sumOf(/./, 'quantity')).toBeCloseTo(total, 3);
  expect(sumOf(/./, 'amount') / cost).toBeCloseTo(1 - 0.6 * (8.5 / 24), 3);
});

it('refuses an invalid discount with a readable message', async () => {
  const refusal = async (benefits: readonly object[]) => {
    const payload = { validFrom: '2026-01-01', tax, terms: { ...aContract(), benefits } };
    const { errors } = await api.fail('PUT', `/establishment/${establishment}/contract`, {
      token: owner.token,
      payload,
    });
    return errors?.map(({ msg }: { msg: string }) => msg);
  };
  expect(await refusal([{ ...IRRIGATION, hours: { start: 1285, end: 360 } }])).toEqual([
    'As horas são cheias ou meias, como 21:30.',
  ]);
  expect(await refusal([IRRIGATION, { ...IRRIGATION, hours: { start: 1320, end: 360 } }])).toEqual([
    'Os descontos por horário de um contrato devem valer nas mesmas horas.',
  ]);
  expect(
    await refusal([
      {
        ...IRRIGATION,
        steps: [
          { upTo: 100, tusd: '1', te: '1' },
          { upTo: 80, tusd: '1', te: '1' },
        ],
      },
    ]),
  ).toEqual(['As faixas de um desconto devem crescer, e só a última não tem limite.']);
});
