import {
  addSavingChange,
  endSavingChange,
  readSaving,
  removeSavingChange,
} from '@nascente/contract/insight/savings';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let tariff: string;

const DAY_MS = 86_400_000;
const CHANGE = '2026-09-10';

beforeAll(async () => {
  api = await createTestApi('2026-11-20T15:00:00Z');
  owner = await api.seed.person();
  tariff = await api.seed.tariff([
    { valid_from: '2020-01-01', in_point: '0.5', inter_point: '0.5', out_point: '0.5' },
  ]);
});

/** One reading at noon of each day up to yesterday: 40 kWh on weekdays and 10 on weekends, a quarter less after the change. */
const aMeter = async (first: string) => {
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment, {
    installed_at: new Date(`${first}T03:00:00Z`),
    tariff_id: tariff,
  });
  const from = Date.parse(`${first}T15:00:00Z`);
  const count = Math.round((Date.parse('2026-11-20T15:00:00Z') - from) / DAY_MS);
  const readings = Array.from({ length: count }, (_, index) => {
    const at = new Date(from + index * DAY_MS);
    const kwh = (at.getUTCDay() % 6 === 0 ? 10 : 40) * (at.toISOString().slice(0, 10) > CHANGE ? 0.75 : 1);
    return { at, energy_a_mwh: kwh * 1e6 };
  });
  await api.seed.readings(meter, readings);
  return { meter, readings };
};
const read = (mac: string, since = CHANGE, person = owner) =>
  api.succeed(readSaving, `/consolidated/saving/${mac}?since=${since}`, { token: person.token });

describe('the saving since a change', () => {
  it('the saving is the expected minus the measured consumption, in kWh and R$, with its band', async () => {
    const { meter, readings } = await aMeter('2025-06-01');
    const { saving, missing } = await read(meter.mac);
    expect(missing).toBeNull();
    if (saving === null) throw new Error('a saving');
    // By hand: what came is three quarters, so what was avoided is a third of it, but for holidays, which had fallen on weekdays.
    const came = readings
      .filter(({ at }) => at.toISOString().slice(0, 10) > CHANGE)
      .reduce((sum, { energy_a_mwh: energy }) => sum + energy / 1e6, 0);
    expect(saving).toMatchObject({ since: CHANGE, until: '2026-11-19', days: 70, quality: 'good' });
    expect(saving.avoided).toBeGreaterThan((came / 3) * 0.9);
    expect(saving.avoided).toBeLessThan((came / 3) * 1.1);
    expect(saving.expected - saving.avoided).toBeCloseTo(came, 3);
    expect(saving.low).toBeLessThanOrEqual(saving.avoided);
    expect(saving.high).toBeGreaterThanOrEqual(saving.avoided);
    expect(saving.cost?.avoided).toBeCloseTo(saving.avoided * 0.5, 1);
    expect(saving.months.map(({ month }) => month)).toEqual(['2026-09', '2026-10', '2026-11']);
    expect(saving.months.reduce((sum, { measured }) => sum + measured, 0)).toBeCloseTo(came, 3);
  });

  it('a peak saving counts its hours only, at their extra price', async () => {
    const someone = await api.seed.person();
    const touPeriods = await api.seed.tariff([
      { valid_from: '2020-01-01', in_point: '1.5', inter_point: '0.8', out_point: '0.5' },
    ]);
    const meter = await api.seed.meter(await api.seed.establishment(someone), {
      installed_at: new Date('2025-06-01T03:00:00Z'),
      tariff_id: touPeriods,
    });
    const from = Date.parse('2025-06-01T15:00:00Z');
    const count = Math.round((Date.parse('2026-11-20T15:00:00Z') - from) / DAY_MS);
    // 20 kWh at noon and 8 at 19h; after the change half of these move to noon: the day's total stays as it is.
    await api.seed.readings(
      meter,
      Array.from({ length: count }, (_, index) => {
        const noon = new Date(from + index * DAY_MS);
        const moved = noon.toISOString().slice(0, 10) > CHANGE ? 4 : 0;
        const evening = new Date(noon.getTime() + DAY_MS * (7 / 24));
        return [
          { at: noon, energy_a_mwh: (20 + moved) * 1e6 },
          { at: evening, energy_a_mwh: (8 - moved) * 1e6 },
        ];
      }).flat(),
    );
    const ofPeak = await api.succeed(
      readSaving,
      `/consolidated/saving/${meter.mac}?since=${CHANGE}&hours=peak`,
      { token: someone.token },
    );
    const { saving } = ofPeak;
    if (saving === null) throw new Error(ofPeak.missing ?? '');
    const days = Array.from(
      { length: 70 },
      (_, index) => new Date(Date.parse(CHANGE) + (index + 1) * DAY_MS),
    );
    // The simple tariff has a peak on holidays too. The baseline learns them together with holidays on weekends, which have
    // none: of two holidays among fifty days it misses a half.
    const peaks = days.filter((day) => day.getUTCDay() % 6 !== 0);
    expect(saving.expected).toBeGreaterThan((peaks.length - 1.5) * 8);
    expect(saving.expected).toBeLessThanOrEqual(peaks.length * 8 + 0.5);
    expect(saving.expected - saving.avoided).toBeCloseTo(peaks.length * 4, 0);
    expect(saving.cost?.avoided).toBeCloseTo(saving.avoided, 1);
    expect((await read(meter.mac, CHANGE, someone)).saving?.avoided).toBeCloseTo(0, 3);
    // What else changed the day changed its peak by the share that the peak had of the year before.
    await api.succeed(addSavingChange, `/consolidated/saving/${meter.mac}/changes`, {
      token: someone.token,
      payload: { what: 'Forno novo', begins: '2026-10-01', perDay: 7 },
    });
    const changed = await api.succeed(
      readSaving,
      `/consolidated/saving/${meter.mac}?since=${CHANGE}&hours=peak`,
      { token: someone.token },
    );
    const yearBefore = Array.from(
      { length: 365 },
      (_, index) => new Date(Date.parse(CHANGE) - (index + 1) * DAY_MS),
    );
    const weekdays = yearBefore.filter((day) => day.getUTCDay() % 6 !== 0).length;
    // Eight or nine holidays fell on weekdays.
    const max = (weekdays * 8) / (365 * 28);
    expect(changed.saving?.changed).toBeLessThan(50 * 7 * max);
    expect(changed.saving?.changed).toBeGreaterThan(50 * 7 * max * 0.95);
  });

  it('the saving of a leak mended early is the flow that it would have continued', async () => {
    const mended = '2026-10-20';
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(
      establishment,
      { installed_at: new Date('2025-06-01T03:00:00Z'), tariff_id: tariff },
      { type: 'water' },
    );
    const from = Date.parse('2025-06-01T15:00:00Z');
    const count = Math.round((Date.parse('2026-11-20T15:00:00Z') - from) / DAY_MS);
    // 1,000 L a day, and 400 L more for the ten days until it was mended.
    await api.seed.readings(
      meter,
      Array.from({ length: count }, (_, index) => {
        const at = new Date(from + index * DAY_MS);
        const day = at.toISOString().slice(0, 10);
        return { at, volume_ml: day >= '2026-10-11' && day <= mended ? 1_400_000 : 1_000_000 };
      }),
    );
    const url = `/consolidated/saving/${meter.mac}?since=${mended}`;
    const { saving } = await api.succeed(readSaving, `${url}&leakSince=2026-10-11&leakPerDay=400`, {
      token: owner.token,
    });
    // Thirty days since, of 0.4 m³ each, and nothing of it is told as another change.
    expect(saving).toMatchObject({ days: 30, changed: 0 });
    expect(saving?.avoided).toBeCloseTo(30 * 0.4, 3);
    expect(saving?.low).toBeGreaterThan(0);
  });

  it('reports the missing data: a year before the change, or a day after', async () => {
    const { meter } = await aMeter('2026-01-01');
    expect(await read(meter.mac)).toEqual({
      ok: true,
      saving: null,
      changes: [],
      missing: 'Faltam dados do ano anterior à mudança: 252 dias inteiros medidos, e são necessários 300.',
    });
    expect(await read(meter.mac, '2026-11-19')).toMatchObject({
      saving: null,
      missing: 'A medição começa no dia seguinte à mudança, quando esse dia tiver passado inteiro.',
    });
  });

  it('answers 404 for the saving when the account cannot see the meter', async () => {
    const { meter } = await aMeter('2026-11-01');
    const { token } = await api.seed.person();
    const url = `/consolidated/saving/${meter.mac}?since=${CHANGE}`;
    expect((await api.fail('GET', url, { token })).status).toBe(404);
  });
});

describe('other changes entered by hand', () => {
  const changesOf = (mac: string) => `/consolidated/saving/${mac}/changes`;
  const add = async (mac: string, payload: Readonly<Record<string, unknown>>) =>
    (
      await api.succeed(addSavingChange, changesOf(mac), {
        token: owner.token,
        payload: { what: 'Forno novo', begins: '2026-10-01', ...payload },
      })
    ).change;
  const savingOf = async (mac: string) => {
    const { saving, changes } = await read(mac);
    if (saving === null) throw new Error('a saving');
    return { ...saving, changes };
  };

  it('leaves an entered change out of the saving until it is undone, and records its author', async () => {
    const { meter } = await aMeter('2025-06-01');
    const before = await savingOf(meter.mac);
    const change = await add(meter.mac, { perDay: 5 });
    const during = await savingOf(meter.mac);
    // From 1 October to 19 November.
    expect(during.expected - before.expected).toBeCloseTo(50 * 5, 3);
    expect(during.avoided - before.avoided).toBeCloseTo(50 * 5, 3);
    expect(during.changed).toBeCloseTo(250, 3);
    expect(during.changes).toMatchObject([{ what: 'Forno novo', perDay: 5, share: null, by: 'Ana' }]);
    const [september, october] = during.months.map(({ expected }) => expected);
    expect(september).toBe(before.months[0]?.expected);
    expect((october ?? 0) - (before.months[1]?.expected ?? 0)).toBeCloseTo(31 * 5, 3);
    const url = `${changesOf(meter.mac)}/${change.id}`;
    await api.succeed(endSavingChange, url, { token: owner.token, payload: { undone: '2026-10-11' } });
    expect((await savingOf(meter.mac)).changed).toBeCloseTo(10 * 5, 3);
    await api.succeed(removeSavingChange, url, { token: owner.token });
    expect(await savingOf(meter.mac)).toEqual(before);
    const { rows } = await api.database.pool.query<{ action: string }>(
      `select action from audit_event where actor_id = $1 and action like 'saving-change%' order by id`,
      [owner.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'saving-change-added',
      'saving-change-ended',
      'saving-change-removed',
    ]);
  });

  it('subtracts an entered change from the year before when it existed there', async () => {
    const { meter } = await aMeter('2025-06-01');
    const before = await savingOf(meter.mac);
    await add(meter.mac, { begins: '2025-07-01', share: 0.25 });
    const { expected, changed } = await savingOf(meter.mac);
    // It lasts: the year before is learnt without it, and the days since are expected with it.
    expect(expected / before.expected).toBeCloseTo(1, 1);
    expect(changed).toBeGreaterThan(0);
  });

  it('refuses a change without one amount, with reversed dates, or by an unauthorised account', async () => {
    const { meter } = await aMeter('2026-11-01');
    const refused = async (payload: Readonly<Record<string, unknown>>, token = owner.token) => {
      const requested = { token, payload: { what: 'x', begins: '2026-11-10', ...payload } };
      return (await api.fail('POST', changesOf(meter.mac), requested)).status;
    };
    expect(await refused({})).toBe(400);
    expect(await refused({ perDay: 1, share: 0.1 })).toBe(400);
    expect(await refused({ perDay: 1, undone: '2026-11-10' })).toBe(400);
    expect(await refused({ share: -1 })).toBe(400);
    expect(await refused({ perDay: 1 }, (await api.seed.person()).token)).toBe(404);
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    await api.seed.give(client, meter);
    expect(await refused({ perDay: 1 }, client.token)).toBe(403);
  });
});
