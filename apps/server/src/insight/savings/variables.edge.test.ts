import {
  listIndependentVariables,
  readIndependentVariable,
  removeIndependentVariable,
  saveIndependentVariable,
} from '@nascente/contract/insight/independent-variables';
import { readSaving } from '@nascente/contract/insight/savings';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;

const DAY_MS = 86_400_000;
const CHANGE = '2026-09-10';
const FIRST = Date.parse('2025-09-10T15:00:00Z');
const YESTERDAY = Math.round((Date.parse('2026-11-19T15:00:00Z') - FIRST) / DAY_MS);

beforeAll(async () => {
  api = await createTestApi('2026-11-20T15:00:00Z');
  owner = await api.seed.person();
});

const urlOf = (establishment: string, kind = '') =>
  `/establishment/${establishment}/variables${kind && `/${kind}`}`;
const dayOf = (index: number) => new Date(FIRST + index * DAY_MS).toISOString().slice(0, 10);
/** Scattered without a season, and the same each time. */
const degreesOn = (index: number) => 15 + Math.round(20 * (((index * 7919) % 101) / 101));
const temperatures = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    date: dayOf(from + index),
    value: degreesOn(from + index),
  }));
const save = (establishment: string, kind: string, payload: Readonly<Record<string, unknown>>) =>
  api.succeed(saveIndependentVariable, urlOf(establishment, kind), { token: owner.token, payload });

/** A shop that cools: 50 kWh a day and 4 more for each degree above 20; a fifth less after the change. */
const aShop = async () => {
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment, { installed_at: new Date(FIRST - DAY_MS / 2) });
  await api.seed.readings(
    meter,
    Array.from({ length: YESTERDAY + 1 }, (_, index) => ({
      at: new Date(FIRST + index * DAY_MS),
      energy_a_mwh:
        (50 + 4 * Math.max(0, degreesOn(index) - 20)) * (dayOf(index) > CHANGE ? 800_000 : 1_000_000),
    })),
  );
  const saving = async () => {
    const answer = await api.succeed(readSaving, `/consolidated/saving/${meter.mac}?since=${CHANGE}`, {
      token: owner.token,
    });
    if (answer.saving === null) throw new Error(answer.missing ?? '');
    return answer.saving;
  };
  return { establishment, saving };
};

describe('the saving of an establishment with known temperature', () => {
  it('adjusts the saving by temperature with a narrower band, and leaves out days without a value', async () => {
    const { establishment, saving } = await aShop();
    const plain = await saving();
    expect(plain.variables).toEqual([]);
    // Two days before the change and one since have no value.
    const values = temperatures(YESTERDAY + 1).filter(
      ({ date }) => !['2026-01-01', '2026-01-02', '2026-11-01'].includes(date),
    );
    await save(establishment, 'temperature', { values });
    const byTemperature = await saving();
    expect(byTemperature.variables).toEqual([{ kind: 'temperature', use: 'taken', daysWithout: 3 }]);
    expect([plain.days, byTemperature.days]).toEqual([70, 69]);
    expect(byTemperature.avoided / byTemperature.expected).toBeCloseTo(0.2, 3);
    expect(byTemperature.high - byTemperature.low).toBeLessThan((plain.high - plain.low) / 10);
  });

  it('ignores a variable that explains nothing or has too few values', async () => {
    const { establishment, saving } = await aShop();
    const plain = await saving();
    await save(establishment, 'temperature', { values: temperatures(200) });
    const made = Array.from({ length: YESTERDAY + 1 }, (_, index) => ({
      date: dayOf(index),
      value: (index * 31) % 17,
    }));
    await save(establishment, 'production', { unit: 't', values: made });
    const { variables, ...withoutVariables } = await saving();
    expect(variables).toEqual([
      { kind: 'temperature', use: 'too-few', daysWithout: YESTERDAY - 200 },
      { kind: 'production', use: 'no-better', daysWithout: 0 },
    ]);
    expect({ ...withoutVariables, variables: [] }).toEqual(plain);
  });
});

describe('daily variables of an establishment', () => {
  it('lists, reads, replaces and removes daily values, and records them in the trail', async () => {
    const person = await api.seed.person({ first_name: 'Bia' });
    const establishment = await api.seed.establishment(person, { name: 'Padaria' });
    const { token } = person;
    const url = urlOf(establishment, 'production');
    const listing = () => api.succeed(listIndependentVariables, urlOf(establishment), { token });
    expect((await listing()).variables).toEqual([]);
    const values = ['01', '02', '05'].map((day) => ({ date: `2026-11-${day}`, value: Number(day) + 0.5 }));
    await api.succeed(saveIndependentVariable, url, { token, payload: { unit: ' t ', values } });
    const again = [
      { date: '2026-11-06', value: 60 },
      { date: '2026-11-05', value: 50 },
    ];
    const { variables } = await api.succeed(saveIndependentVariable, url, {
      token,
      payload: { unit: 't', values: again },
    });
    const stored = {
      kind: 'production',
      unit: 't',
      start: '2026-11-01',
      end: '2026-11-06',
      days: 4,
      gaps: [{ start: '2026-11-03', end: '2026-11-04', days: 2 }],
      by: 'Bia',
      enteredAt: '2026-11-20T15:00:00.000Z',
    };
    expect(variables).toEqual([stored]);
    expect((await listing()).variables).toEqual([stored]);
    expect(await api.succeed(readIndependentVariable, url, { token })).toEqual({
      ok: true,
      unit: 't',
      values: [
        { date: '2026-11-01', value: 1.5 },
        { date: '2026-11-02', value: 2.5 },
        { date: '2026-11-05', value: 50 },
        { date: '2026-11-06', value: 60 },
      ],
    });
    expect((await api.succeed(removeIndependentVariable, url, { token })).variables).toEqual([]);
    expect((await api.fail('DELETE', url, { token })).status).toBe(404);
    expect((await api.fail('GET', url, { token })).status).toBe(404);
    const { rows } = await api.database.pool.query(
      `select action, detail from audit_event where actor_id = $1 and action like 'variable-%' order by id`,
      [person.id],
    );
    expect(rows).toEqual([
      {
        action: 'variable-saved',
        detail: {
          establishment: 'Padaria',
          variable: 'production',
          days: '3',
          period: '01/11/2026 a 05/11/2026',
        },
      },
      {
        action: 'variable-saved',
        detail: {
          establishment: 'Padaria',
          variable: 'production',
          days: '2',
          period: '05/11/2026 a 06/11/2026',
        },
      },
      { action: 'variable-removed', detail: { establishment: 'Padaria', variable: 'production' } },
    ]);
  });

  it('refuses future days, duplicates, values outside limits, another unit, and unauthorised accounts', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment);
    const put = async (kind: string, payload: Readonly<Record<string, unknown>>, token = owner.token) =>
      (await api.fail('PUT', urlOf(establishment, kind), { token, payload })).status;
    const of = (date: string, value: number) => ({ values: [{ date, value }] });
    expect(await put('temperature', of('2026-11-21', 20))).toBe(400);
    expect(await put('temperature', of('2026-11-19', 61))).toBe(400);
    expect(await put('temperature', { unit: '°F', ...of('2026-11-19', 61) })).toBe(400);
    expect(await put('temperature', { values: [] })).toBe(400);
    expect(await put('humidity', of('2026-11-19', 61))).toBe(400);
    expect(await put('production', { unit: 't', ...of('2026-11-19', -1) })).toBe(400);
    const [day] = temperatures(1);
    expect(await put('temperature', { values: [day, day] })).toBe(400);
    await save(establishment, 'production', { unit: 't', ...of('2026-11-19', 1) });
    expect(await put('production', { unit: 'kg', ...of('2026-11-18', 1000) })).toBe(409);
    const otherAccount = await api.seed.person();
    expect(await put('temperature', of('2026-11-19', 20), otherAccount.token)).toBe(404);
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    await api.seed.give(client, meter);
    expect(await put('temperature', of('2026-11-19', 20), client.token)).toBe(403);
    const seen = await api.fail('GET', urlOf(establishment), { token: client.token });
    expect(seen.status).toBe(403);
  });
});
