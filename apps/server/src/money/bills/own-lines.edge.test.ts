import { readApportionment } from '@nascente/contract/money/apportionment';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { readEstablishmentCycle } from '@nascente/contract/money/establishment-consumption';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let tax: string;
let establishment: string;
let [shop, oven] = [{} as SeededMeter, {} as SeededMeter];

const SEPTEMBER = 'type=eletric&start=2026-09-01&end=2026-09-30';
const aLine = {
  label: 'Multa',
  kind: 'fine',
  value: { mode: 'amount', amount: '10.00' },
  isCredit: false,
  taxes: { icms: false, pisCofins: false },
  isBeforeTaxes: false,
  repeats: 'cycle',
  first: '2026-01-01',
  last: null,
  sharing: 'none',
} as const;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
});

beforeEach(async () => {
  establishment = await api.seed.establishment(owner);
  const general = await api.seed.meter(establishment, { is_general: true });
  [shop, oven] = [
    await api.seed.meter(establishment, { name: 'Loja' }),
    await api.seed.meter(establishment, { name: 'Forno' }),
  ];
  await api.seed.readings(general, steadyReadings('2026-09-01', '2026-10-11', { kwh: 410 }));
  await api.seed.readings(shop, steadyReadings('2026-09-01', '2026-10-11', { kwh: 205 }));
  await api.seed.readings(oven, steadyReadings('2026-09-01', '2026-10-11', { kwh: 205 }));
});

const agree = (ownLines: readonly object[]) =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { validFrom: '2026-01-01', tax, terms: { ...aContract(), ownLines } },
  });
const bill = async (days = SEPTEMBER) =>
  (await api.succeed(readBill, `/establishment/${establishment}/bill?${days}`, { token: owner.token })).bill;
const linesOf = async (days?: string) =>
  (await bill(days)).lines
    .filter(({ kind }) => kind === 'given' || kind === 'unit-charge')
    .map(({ label, amount }) => [label, amount]);

describe('additional lines of a bill', () => {
  it('adds lines to each bill of their days, and one-time lines to the bill of their day', async () => {
    const plain = await (async () => {
      await agree([]);
      return bill();
    })();
    await agree([
      aLine,
      { ...aLine, label: 'Devolução', isCredit: true, repeats: 'once', first: '2026-09-12' },
      { ...aLine, label: 'Em outubro', repeats: 'once', first: '2026-10-02' },
      { ...aLine, label: 'Encargo', kind: 'charge', value: { mode: 'per-unit', price: '0.01' } },
    ]);
    const kwh = plain.consumed.total;
    const charge = Math.round(kwh) / 100;
    expect(await linesOf()).toEqual([
      ['Multa', 10],
      ['Devolução', -10],
      ['Encargo', charge],
    ]);
    const withLines = await bill();
    expect(Math.round((withLines.total - plain.total) * 100)).toBe(Math.round(charge * 100));
    expect((await linesOf('type=eletric')).map(([label]) => label)).toEqual([
      'Multa',
      'Em outubro',
      'Encargo',
    ]);
  });

  it('includes the additional lines in the cost and forecast on Home, as in the bill', async () => {
    const cycleOf = async () =>
      (
        await api.succeed(
          readEstablishmentCycle,
          `/establishment/${establishment}/consumption?type=eletric`,
          {
            token: owner.token,
          },
        )
      ).consolidated;
    await agree([]);
    const before = await cycleOf();
    await agree([{ ...aLine, value: { mode: 'amount', amount: '100.00' } }]);
    const after = await cycleOf();
    const raised = (a: number | null | undefined, b: number | null | undefined) =>
      Math.round(((b ?? 0) - (a ?? 0)) * 100) / 100;
    expect(raised(before?.cost, after?.cost)).toBe(100);
    expect(raised(before?.forecast.cost, after?.forecast.cost)).toBe(100);
    expect(after?.cost).toBe((await bill('type=eletric')).total);
  });

  it('shares additional lines by consumption, in equal parts, or not at all', async () => {
    const shares = async () => {
      const { apportionment } = await api.succeed(
        readApportionment,
        `/establishment/${establishment}/apportionment?${SEPTEMBER}&by=meters`,
        { token: owner.token },
      );
      const sum = apportionment.parts.reduce((all, { amount }) => all + Math.round((amount ?? 0) * 100), 0);
      expect(sum + Math.round((apportionment.rest.amount ?? 0) * 100)).toBe(
        Math.round((apportionment.total ?? 0) * 100),
      );
      return { parts: sum, fixed: apportionment.rest.fixed ?? 0 };
    };
    await agree([]);
    const none = await shares();
    await agree([{ ...aLine, sharing: 'none' }]);
    expect(await shares()).toEqual({ parts: none.parts, fixed: none.fixed + 10 });
    for (const sharing of ['consumption', 'equally'] as const) {
      await agree([{ ...aLine, sharing }]);
      expect(await shares()).toEqual({ parts: none.parts + 1000, fixed: none.fixed });
    }
  });

  it('refuses an invalid additional line with a readable message', async () => {
    const refuse = (ownLines: readonly object[]) =>
      api.fail('PUT', `/establishment/${establishment}/contract`, {
        token: owner.token,
        payload: { validFrom: '2026-01-01', tax, terms: { ...aContract(), ownLines } },
      });
    expect(await refuse([{ ...aLine, label: ' ' }])).toMatchObject({
      errors: [{ path: 'terms.ownLines.0.label', msg: 'Dê um nome à linha.' }],
    });
    expect(await refuse([{ ...aLine, first: '2026-02-01', last: '2026-01-31' }])).toMatchObject({
      errors: [{ path: 'terms.ownLines', msg: 'O fim de uma linha não pode ser antes do começo.' }],
    });
    expect(await refuse(Array.from({ length: 61 }, () => aLine))).toMatchObject({
      errors: [
        { path: 'terms.ownLines', msg: 'São no máximo 60 linhas próprias: remova as que já terminaram.' },
      ],
    });
  });
});
