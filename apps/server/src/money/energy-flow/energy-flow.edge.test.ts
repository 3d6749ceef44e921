import { readMonth } from '@nascente/contract/energy/consumption';
import { readApportionment } from '@nascente/contract/money/apportionment';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { type EnergyFlow, readEnergyFlow } from '@nascente/contract/money/energy-flow';
import { readEstablishmentRest } from '@nascente/contract/money/establishment-consumption';
import { beforeEach, describe, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { BRANCA, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';

/** Friday; noon in São Paulo. */
const api = await createTestApi('2026-11-13T15:00:00Z');
const DAYS = 'start=2026-11-01&end=2026-11-10';

let owner: SeededPerson;
let establishment: string;
let tariff: string;

beforeEach(async () => {
  owner = await api.seed.person({ profile: 'Manager' });
  tariff = await api.seed.tariff([
    { valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' },
  ]);
  establishment = await api.seed.establishment(owner);
});

const meterAt = (name: string, more: Parameters<typeof api.seed.meter>[1] = {}): Promise<SeededMeter> =>
  api.seed.meter(establishment, { name, tariff_id: tariff, ...more });
const kwh = (meter: SeededMeter, amount: number, at = '2026-11-05T15:00:00Z') =>
  api.seed.readings(meter, [{ at, energy_a_mwh: amount * 1e6 }]);
const read = async (query = DAYS): Promise<EnergyFlow> =>
  (
    await api.succeed(readEnergyFlow, `/establishment/${establishment}/flow?${query}`, {
      token: owner.token,
    })
  ).flow;
const cents = (amount: number | null): number => Math.round((amount ?? 0) * 100);
/** Energy that arrived, and energy by destination, kWh. */
const sides = ({ fromGrid, fromPanels, excess, toGrid, parts, rest }: EnergyFlow) => ({
  came: fromGrid + fromPanels + excess,
  went: toGrid + rest.total + parts.reduce((sum, { total }) => sum + total, 0),
});

describe('the energy flow of an establishment', () => {
  it('shows the flow from the general meter to its systems and the rest, to the cent', async () => {
    const general = await meterAt('Geral', { is_general: true });
    const oven = await meterAt('Forno', { system: 'Cozinha' });
    const lights = await meterAt('Luzes');
    await Promise.all([kwh(general, 100), kwh(oven, 50), kwh(lights, 30)]);
    const flow = await read();
    expect(flow).toMatchObject({ fromGrid: 100, fromPanels: 0, toGrid: 0, excess: 0, isFullyMeasured: true });
    expect(flow.parts.map(({ name, system, total }) => [name, system, total])).toEqual([
      ['Forno', 'Cozinha', 50],
      ['Luzes', null, 30],
    ]);
    expect(flow.rest.total).toBe(20);
    const token = owner.token;
    const { bill } = await api.succeed(readBill, `/establishment/${establishment}/bill?${DAYS}`, { token });
    const { rest, parts, total } = flow;
    const amounts = [...parts.map(({ amount }) => amount), rest.amount, rest.fixed, rest.unshared];
    expect(amounts.reduce<number>((sum, amount) => sum + cents(amount), 0)).toBe(cents(bill.total));
    expect(total).toBe(bill.total);
    const { apportionment } = await api.succeed(
      readApportionment,
      `/establishment/${establishment}/apportionment?${DAYS}`,
      { token },
    );
    expect(parts.map(({ amount }) => amount)).toEqual(apportionment.parts.map(({ amount }) => amount));
  });

  it('shows for each meter the cost of its own hours, and for the rest the cost of Home', async () => {
    const branca = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: BRANCA }]);
    await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
      token: owner.token,
      payload: { validFrom: '2026-01-01', tax: branca, terms: aContract({ modality: 'branca' }) },
    });
    const general = await meterAt('Geral', { is_general: true });
    const [oven, lights] = [await meterAt('Forno'), await meterAt('Luzes')];
    // Until noon, and in peak hours, when a kWh costs more.
    const [NOON, EVENING] = ['2026-11-05T15:00:00Z', '2026-11-05T22:00:00Z'];
    await Promise.all([kwh(oven, 200, EVENING), kwh(lights, 200, NOON)]);
    await kwh(general, 220, EVENING);
    await kwh(general, 240, NOON);
    const { parts, rest, total } = await read('');
    const token = owner.token;
    const costOf = async ({ mac }: SeededMeter) =>
      (await api.succeed(readMonth, `/consolidated/monthly/${mac}`, { token })).consolidated.cost;
    const amountOf = (name: string) => parts.find((part) => part.name === name)?.amount;
    expect([amountOf('Forno'), amountOf('Luzes')]).toEqual([await costOf(oven), await costOf(lights)]);
    expect(amountOf('Forno')).toBeGreaterThan((amountOf('Luzes') ?? 0) * 1.5);
    const { rest: ofHome } = await api.succeed(
      readEstablishmentRest,
      `/establishment/${establishment}/consumption/rest`,
      { token },
    );
    // Home prices all meters together and truncates to cents once.
    expect(Math.abs(cents(rest.amount) - cents(ofHome?.cost ?? null))).toBeLessThanOrEqual(1);
    const { bill } = await api.succeed(readBill, `/establishment/${establishment}/bill`, { token });
    const lighting = bill.lines.find(({ amount }) => amount === 12.34);
    expect(cents(rest.fixed)).toBe(cents(lighting?.amount ?? null));
    const amounts = [...parts.map(({ amount }) => amount), rest.amount, rest.fixed];
    expect(amounts.reduce<number>((sum, amount) => sum + cents(amount), 0)).toBe(cents(total));
  });

  it('shows for each meter the cost of its card, also without a contract', async () => {
    tariff = await api.seed.tariff([
      { valid_from: '2026-01-01', in_point: '2', inter_point: '1', out_point: '0.5' },
    ]);
    const general = await meterAt('Geral', { is_general: true });
    const [oven, lights] = [await meterAt('Forno'), await meterAt('Luzes')];
    const [NOON, EVENING] = ['2026-11-05T15:00:00Z', '2026-11-05T22:00:00Z'];
    await Promise.all([kwh(oven, 200, EVENING), kwh(lights, 200, NOON)]);
    await kwh(general, 220, EVENING);
    await kwh(general, 240, NOON);
    const { parts, rest, total } = await read('');
    expect(parts.map(({ name, amount }) => [name, amount])).toEqual([
      ['Forno', 400],
      ['Luzes', 100],
    ]);
    const { rest: ofHome } = await api.succeed(
      readEstablishmentRest,
      `/establishment/${establishment}/consumption/rest`,
      { token: owner.token },
    );
    expect([rest.amount, rest.fixed, total]).toEqual([ofHome?.cost, 0, 560]);
  });

  it('counts generated and injected energy, whatever the direction of the clamps', async () => {
    const general = await meterAt('Geral', { is_general: true, solar_panel: true });
    const oven = await meterAt('Forno');
    const inverter = await meterAt('Inversor', { solar_panel: true });
    await Promise.all([
      kwh(general, 40),
      kwh(general, -15, '2026-11-06T15:00:00Z'),
      kwh(oven, 50),
      kwh(inverter, -35),
    ]);
    const flow = await read();
    expect(flow).toMatchObject({ fromGrid: 40, fromPanels: 35, toGrid: 15, excess: 0 });
    expect(flow.rest.total).toBe(10);
    const { came, went } = sides(flow);
    expect(went).toBeCloseTo(came, 6);
  });

  it('shows energy above the general meter as excess instead of a negative rest', async () => {
    const [general, oven] = [await meterAt('Geral', { is_general: true }), await meterAt('Forno')];
    await Promise.all([kwh(general, 40), kwh(oven, 45)]);
    const flow = await read();
    expect(flow).toMatchObject({ fromGrid: 40, excess: 5 });
    expect(flow.rest.total).toBe(0);
    expect(flow.notes.join()).toContain('somam mais do que o total medido');
  });

  it('adds all meters without a general one, and notes that generation is left out', async () => {
    const [oven, inverter] = [await meterAt('Forno'), await meterAt('Inversor', { solar_panel: true })];
    await Promise.all([kwh(oven, 45), kwh(inverter, 20)]);
    const flow = await read();
    expect(flow).toMatchObject({ isFullyMeasured: false, fromGrid: 45, fromPanels: 0 });
    expect(flow.rest.total).toBe(0);
    expect(flow.notes.join()).toContain('sem um medidor geral');
  });

  it('returns the cycles before and after the chosen days', async () => {
    await api.database.pool.query('update establishment set bill_read_day = 5 where id = $1', [
      establishment,
    ]);
    await meterAt('Geral', { is_general: true });
    const september = { start: '2026-09-05', end: '2026-10-04' };
    const october = { start: '2026-10-05', end: '2026-11-04' };
    const november = { start: '2026-11-05', end: '2026-12-04' };
    expect(await read('start=2026-10-01&end=2026-10-31')).toMatchObject({
      previousCycle: september,
      nextCycle: october,
    });
    expect(await read('start=2026-10-05&end=2026-11-04')).toMatchObject({
      previousCycle: september,
      nextCycle: november,
    });
    expect(await read('')).toMatchObject({ previousCycle: october, nextCycle: null });
  });

  it('returns no parts without readings, and only a rest with a single meter', async () => {
    const general = await meterAt('Geral', { is_general: true });
    expect(await read()).toMatchObject({ fromGrid: 0, parts: [], rest: { total: 0 } });
    await kwh(general, 12);
    expect(await read()).toMatchObject({ fromGrid: 12, parts: [], rest: { total: 12 } });
  });

  it.each([
    ['start=2026-11-01', 'end', 'Informe também a data final.'],
    ['end=2026-11-01', 'start', 'Informe também a data inicial.'],
  ])('requires both ends of the days: refuses %s alone', async (query, path, msg) => {
    const { token } = owner;
    expect(await api.fail('GET', `/establishment/${establishment}/flow?${query}`, { token })).toMatchObject({
      status: 400,
      errors: [{ path, msg }],
    });
  });

  it('refuses the flow to a client with some of the meters, and answers 404 to unrelated accounts', async () => {
    const general = await meterAt('Geral', { is_general: true });
    const oven = await meterAt('Forno');
    await Promise.all([kwh(general, 40), kwh(oven, 30)]);
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    await api.seed.give(client, oven);
    const url = `/establishment/${establishment}/flow?${DAYS}`;
    expect((await api.fail('GET', url, { token: client.token })).status).toBe(403);
    const otherAccount = await api.seed.person();
    expect((await api.fail('GET', url, { token: otherAccount.token })).status).toBe(404);
  });
});
