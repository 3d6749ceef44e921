import { saveContract } from '@nascente/contract/billing-terms';
import { findContract } from '@nascente/contract/found-contract';
import { beforeAll, expect, it } from 'vitest';
import { CONVENCIONAL, seedRules } from '../../testing/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let tax: string;
let establishment: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner);
  tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
});

const find = (text: string) =>
  api.succeed(findContract, `/establishment/${establishment}/found-contract`, {
    token: owner.token,
    payload: { day: '2026-09-30', text },
  });

// 54.321 kWh at R$ 0,70 before 18 % of ICMS and 9,25 % of PIS and COFINS.
const BILL = 'Consumo 54.321 kWh 51.098,16\nCOSIP 42,47\nMulta por atraso 12,00';

it('finds the stored tariff and the taxes of a bill, and keeps them as the contract', async () => {
  const { found } = await find(BILL);
  expect(found).toMatchObject({
    basis: 'tariff',
    tariff: { _id: tax, validFrom: '2026-01-01' },
    modality: 'convencional',
    isFree: false,
    icms: 0.18,
    pisCofins: 0.0925,
    total: 51_152.63,
    unread: [],
    tax,
  });
  expect(found.lines.map(({ part, computed }) => [part, computed])).toEqual([
    ['energy', 51_098.16],
    ['cosip', null],
    ['own', null],
  ]);
  const { contract } = await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { type: 'eletric', validFrom: '2026-09-01', tax: found.tax, terms: found.terms },
  });
  expect(contract.inForce.terms).toMatchObject({
    modality: 'convencional',
    cosip: { mode: 'flat', amount: '42.47' },
    ownLines: [{ label: 'Multa por atraso', kind: 'fine', repeats: 'once', first: '2026-09-30' }],
    taxes: [{ icms: '0.18', pis: '0.0165', cofins: '0.076' }],
  });
});

it('says what to do about a text without lines, and with too many', async () => {
  const refusal = async (text: string) => {
    const payload = { day: '2026-09-30', text };
    return (
      await api.fail('POST', `/establishment/${establishment}/found-contract`, {
        token: owner.token,
        payload,
      })
    ).msg;
  };
  expect(await refusal('Itens da fatura')).toMatch('Nenhuma linha foi entendida');
  expect(await refusal('COSIP 42,47\n'.repeat(61))).toMatch('São no máximo 60 linhas');
});
