import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InvalidInput, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { createListedMetersRepository } from './listed-meters.repository.ts';
import { createListedMeters } from './listed-meters.ts';
import { createMeterDirectory, type MeterDirectory } from './meter-directory.ts';
import { createVisibleMetersRepository } from './visible-meters.repository.ts';

let api: TestApi;
let directory: MeterDirectory;
let [owner, client] = [{} as SeededPerson, {} as SeededPerson];
let meter: SeededMeter;
/** The name of the meter each time that something was read about it. */
let readAs: string[];

const callerOf = ({ id, email }: SeededPerson, profile: Caller['profile']): Caller => ({
  accountId: id,
  email,
  profile,
  managerId: null,
  sessionHash: Buffer.alloc(32),
});

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  directory = createMeterDirectory({
    meters: createVisibleMetersRepository(api.database),
    listed: createListedMeters(createListedMetersRepository(api.database.pool), api.database.changes),
  });
});

beforeEach(async () => {
  owner = await api.seed.person({ profile: 'Manager' });
  client = await api.seed.person({ profile: 'client', manager_id: owner.id });
  meter = await api.seed.meter(await api.seed.place(owner), { name: 'Forno' });
  await api.seed.give(client, meter);
  readAs = [];
});

const readName = (
  person = callerOf(owner, 'Manager'),
  failing: (name: string) => boolean = () => false,
): Promise<string> =>
  directory.read(person, 'see-readings', meter.mac, async ({ name }) => {
    readAs.push(name);
    if (failing(name)) throw new InvalidInput(`Fora do intervalo: ${name}`, []);
    return name;
  });

const rename = (name: string) =>
  api.database.pool.query('update installation set name = $2 where id = $1', [meter.installationId, name]);

describe('what is read about a meter while it is looked up', () => {
  it('is read once, the first time and whenever the meter is still the same', async () => {
    expect([await readName(), await readName(), await readName()]).toEqual(['Forno', 'Forno', 'Forno']);
    expect(readAs).toEqual(['Forno', 'Forno', 'Forno']);
  });

  it('is read anew where the meter has changed since', async () => {
    await readName();
    await rename('Estufa');
    expect(await readName()).toBe('Estufa');
    expect(readAs).toEqual(['Forno', 'Forno', 'Estufa']);
  });

  it.each([
    ['the zone of its place', "update establishment set zone = 'America/Manaus'"],
    ['the day on which its place is read', 'update establishment set bill_read_day = 31'],
  ])('is read anew where %s has changed since', async (_, change) => {
    await readName();
    await api.database.pool.query(
      `${change} where id = (select establishment_id from installation where id = $1)`,
      [meter.installationId],
    );
    await readName();
    expect(readAs).toHaveLength(3);
  });

  it('fails as it failed where the meter is still the same', async () => {
    await readName();
    await expect(readName(undefined, () => true)).rejects.toThrow('Fora do intervalo: Forno');
    expect(readAs).toHaveLength(2);
  });

  it('does not fail of what the meter was before', async () => {
    await readName();
    await rename('Estufa');
    expect(await readName(undefined, (name) => name === 'Forno')).toBe('Estufa');
  });
});

describe('who sees the meter no more', () => {
  it.each(['answers', 'fails'])('is told that there is none, whether what was begun %s', async (how) => {
    const person = callerOf(client, 'client');
    expect(await readName(person)).toBe('Forno');
    await api.database.pool.query('delete from meter_access where account_id = $1', [client.id]);
    await expect(readName(person, () => how === 'fails')).rejects.toThrow(NotFound);
    expect(readAs).toEqual(['Forno', 'Forno']);
    await expect(readName(person)).rejects.toThrow(NotFound);
    expect(readAs).toHaveLength(2);
  });

  it('gets nothing of what another has found, nor has it read', async () => {
    await readName();
    const stranger = await api.seed.person({ profile: 'Manager' });
    await expect(readName(callerOf(stranger, 'Manager'))).rejects.toThrow(NotFound);
    await expect(readName(callerOf(owner, 'client'))).rejects.toThrow(NotFound);
    expect(readAs).toEqual(['Forno']);
  });

  it('nothing is read for who may not ask', async () => {
    await readName();
    await expect(
      directory.read(callerOf(owner, 'Manager'), 'edit-tariffs', meter.mac, async () => readAs.push('!')),
    ).rejects.toThrow(NotAllowed);
    expect(readAs).toEqual(['Forno']);
  });
});
