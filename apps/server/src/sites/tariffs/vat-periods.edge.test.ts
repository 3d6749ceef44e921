import { readBillChanges } from '@nascente/contract/money/bill-changes';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { closeBill, readBill } from '@nascente/contract/money/bills';
import { readMarketComparison } from '@nascente/contract/money/market-comparison';
import { readTariffComparison } from '@nascente/contract/money/tariff-comparison';
import { readAuditTrail } from '@nascente/contract/people/audit';
import { listVatPeriods, removeVatPeriod, saveVatPeriod } from '@nascente/contract/sites/vat-periods';
import { beforeEach, describe, expect, it } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';

const NOW = '2027-01-12T15:00:00Z';
const api = await createTestApi(NOW);
let admin: SeededPerson;

beforeEach(async () => {
  api.setClock(NOW);
  admin = await api.seed.person({ profile: 'Admin' });
});

const PERIOD = {
  validFrom: '2027-01-01',
  cbs: '0.08',
  ibsState: '0.0005',
  ibsMunicipal: '0.0005',
  effect: 'charged',
  endsPisCofins: 'due',
  source: 'Resolução do Senado (exemplo)',
  isConfirmed: true,
} as const;

describe('rules of CBS and IBS', () => {
  it('has informed rates in 2026 and an estimate for 2027 from the start', async () => {
    const { periods } = await api.succeed(listVatPeriods, '/vat-periods', { token: admin.token });
    expect(periods.map(({ validFrom, effect, isConfirmed }) => [validFrom, effect, isConfirmed])).toEqual([
      ['2026-01-01', 'informed', true],
      ['2027-01-01', 'charged', false],
    ]);
  });

  it('replaces and removes a period, each recorded in the audit trail', async () => {
    const { token } = admin;
    await api.succeed(saveVatPeriod, '/admin/vat-periods', { token, payload: PERIOD });
    await api.succeed(saveVatPeriod, '/admin/vat-periods', {
      token,
      payload: { ...PERIOD, validFrom: '2029-01-01' },
    });
    await api.succeed(removeVatPeriod, '/admin/vat-periods/2029-01-01', { token });
    expect(await api.fail('DELETE', '/admin/vat-periods/2029-01-01', { token })).toMatchObject({
      status: 404,
    });
    const { periods } = await api.succeed(listVatPeriods, '/vat-periods', { token });
    expect(periods.at(-1)).toEqual(PERIOD);
    const { events } = await api.succeed(readAuditTrail, '/admin/audit?limit=10', { token });
    expect(events.slice(0, 3).map(({ action }) => action)).toEqual([
      'vat-period-removed',
      'vat-period-saved',
      'vat-period-saved',
    ]);
    expect(events[2]?.detail).toEqual({
      since: '01/01/2027',
      rates: 'CBS 8,00%, IBS 0,05% + 0,05%',
      source: PERIOD.source,
    });
  });

  it('refuses rates of 100% or more, a missing source, and everyone but an Admin', async () => {
    const fail = (payload: object, { token } = admin) =>
      api.fail('POST', '/admin/vat-periods', { token, payload });
    expect(await fail({ ...PERIOD, cbs: '0.9995' })).toMatchObject({
      status: 400,
      msg: 'A CBS e o IBS somam 100% ou mais: confira as alíquotas.',
    });
    expect(await fail({ ...PERIOD, cbs: '8.7' })).toMatchObject({ status: 400 });
    expect(await fail({ ...PERIOD, source: ' ' })).toMatchObject({
      status: 400,
      errors: [{ path: 'source', msg: expect.stringMatching(/^Diga de onde/) }],
    });
    const owner = await api.seed.person();
    expect(await fail(PERIOD, owner)).toMatchObject({ status: 403 });
  });
});

it('compares a bill with CBS with one of PIS and COFINS by one tax rule', async () => {
  api.setClock('2027-02-12T15:00:00Z');
  const later = await api.seed.person({ profile: 'Admin' });
  await api.succeed(saveVatPeriod, '/admin/vat-periods', { token: later.token, payload: PERIOD });
  const owner = await api.seed.person();
  const { token } = owner;
  const establishment = await api.seed.establishment(owner);
  const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  const meter = await api.seed.meter(establishment);
  await api.seed.readings(meter, steadyReadings('2026-12-01', '2026-12-31', { kwh: 310 }));
  await api.seed.readings(meter, steadyReadings('2027-01-01', '2027-01-31', { kwh: 310 }));
  const rates = { icms: '0.2', icmsBands: [], pis: '0.01', cofins: '0.04', method: 'por-dentro' as const };
  const taxes = [
    { ...rates, validFrom: '2026-01-01' },
    { ...rates, validFrom: '2027-01-01', isVatInIcmsBase: true },
  ];
  const terms = aContract({
    taxes,
    due: { days: 0, dates: [] },
    taxCredits: { pisCofins: true, vat: true },
  });
  const path = `/establishment/${establishment}`;
  const payload = { type: 'eletric', validFrom: '2026-01-01', tax, terms } as const;
  await api.succeed(saveContract, `${path}/contract`, { token, payload });
  const read = async (query = '') =>
    (await api.succeed(readBillChanges, `${path}/bill/changes?start=2027-01-01${query}`, { token })).changes;
  const own = await read();
  expect(own.taxRules).toBe('2027 com CBS, 2026 com PIS/COFINS');
  expect(own.sentence).toContain(own.taxRules);
  expect(own.parts.map(({ kind }) => kind)).toContain('taxes');
  const { bill } = await api.succeed(readBill, `${path}/bill?start=2027-01-01&end=2027-01-31`, { token });
  expect(own.after.withoutTaxCredits).toBe(bill.withoutTaxCredits);
  const { cbs = 0, ibsState = 0, ibsMunicipal = 0 } = bill.taxes.vat ?? {};
  expect(bill.total - (bill.withoutTaxCredits ?? 0)).toBeCloseTo(cbs + ibsState + ibsMunicipal, 6);
  expect(cbs).toBeGreaterThan(0);
  const same = await read('&taxRule=later');
  expect(same.before.total).toBe(same.after.total);
  expect(same).toMatchObject({ difference: 0, parts: [], taxRules: own.taxRules });
  expect(same.before.total).not.toBe(own.before.total);
  const [ofTariffs, ofMarkets] = [
    await api.succeed(readTariffComparison, `${path}/tariff-comparison`, { token }),
    await api.succeed(readMarketComparison, `${path}/market-comparison`, { token }),
  ].map(({ comparison }) => comparison.taxRules);
  expect([ofTariffs, ofMarkets]).toEqual([own.taxRules, own.taxRules]);
});

it('charges CBS and IBS on a bill of December that falls due in January', async () => {
  await api.succeed(saveVatPeriod, '/admin/vat-periods', { token: admin.token, payload: PERIOD });
  const owner = await api.seed.person();
  const { token } = owner;
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment, { is_general: true });
  await api.seed.readings(meter, [{ at: new Date('2026-12-10T15:00:00Z'), energy_a_mwh: 200_000_000 }]);
  const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  const billOf = async (due: object, period = '?start=2026-12-01&end=2026-12-31') => {
    const terms = aContract({ ...due, cosip: null });
    const payload = { type: 'eletric', validFrom: '2026-01-01', tax, terms } as const;
    await api.succeed(saveContract, `/establishment/${establishment}/contract`, { token, payload });
    return (await api.succeed(readBill, `/establishment/${establishment}/bill${period}`, { token })).bill;
  };
  const [early, late, unknown] = [
    await billOf({ due: { days: 0, dates: [] } }),
    await billOf({ due: { days: 10, dates: [] } }),
    await billOf({}),
  ];
  // 200 kWh at R$ 0.70: in 2026 with ICMS 18 %, PIS and COFINS 5 %; in 2027 with ICMS, and 8.1 % beside it.
  expect(early).toMatchObject({ total: 179.71, informedVat: { cbs: 1.26, ibsState: 0.14, ibsMunicipal: 0 } });
  expect(early.taxNotes).toBeUndefined();
  expect(late.total).toBe(182.07);
  expect(late.taxes).toEqual({
    icms: 30.73,
    pis: 0,
    cofins: 0,
    vat: { cbs: 11.2, ibsState: 0.07, ibsMunicipal: 0.07 },
  });
  expect(late.taxNotes).toEqual([
    'Vence em 10/01/2027: a CBS e o IBS seguem o vencimento (LC 214/2025, art. 10, § 3º), e o ICMS, o último dia do ciclo, 31/12/2026.',
    'PIS e COFINS terminam pelo vencimento (a confirmar).',
  ]);
  api.setClock('2026-12-20T15:00:00Z');
  const running = await billOf({ due: { days: 10, dates: [] } }, '');
  // The running cycle ends on 31 December, so that its bill falls due on 10 January.
  expect(running).toMatchObject({ end: '2026-12-20', total: 182.07, taxNotes: late.taxNotes });
  expect(unknown.total).toBe(179.71);
  expect(unknown.missing.join()).toContain('Falta o vencimento da fatura no contrato');
});

it('takes the rule of the cycle to which most days belong, and stores it with a frozen bill', async () => {
  const owner = await api.seed.person();
  const { token } = owner;
  const establishment = await api.seed.establishment(owner, { bill_read_day: 15 });
  const meter = await api.seed.meter(establishment, { is_general: true });
  await api.seed.readings(meter, [{ at: new Date('2026-12-10T15:00:00Z'), energy_a_mwh: 200_000_000 }]);
  const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  const terms = aContract({ cosip: null, due: { days: 3, dates: [] } });
  const contract = { type: 'eletric', validFrom: '2026-01-01', tax, terms } as const;
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, { token, payload: contract });
  // Read a day late: the cycle by the fixed day ends on 14 December, and the last day begins the next one.
  const days = { start: '2026-11-16', end: '2026-12-15' };
  const { bill } = await api.succeed(
    readBill,
    `/establishment/${establishment}/bill?start=${days.start}&end=${days.end}`,
    { token },
  );
  expect(bill.taxes.pis).toBeGreaterThan(0);
  expect(bill.taxes.vat).toBeUndefined();
  await api.succeed(closeBill, `/establishment/${establishment}/bills`, {
    token,
    payload: { type: 'eletric', ...days },
  });
  const { rows } = await api.database.pool.query(
    `select made_by->'vat' as vat from frozen_bill where establishment_id = $1`,
    [establishment],
  );
  expect(rows[0]?.vat).toMatchObject({
    due: '2026-12-18',
    period: { validFrom: '2026-01-01', cbs: '0.009' },
    endsPisCofinsOn: null,
  });
});
