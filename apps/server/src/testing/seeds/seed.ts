import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Profile } from '@nascente/domain/people/profiles';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Database } from '../../platform/database/open-database.ts';
import type { NewRow } from '../../platform/database/schema.ts';

export interface SeededPerson {
  readonly id: string;
  readonly email: string;
  /** The token of a session that is open. */
  readonly token: string;
}

export interface SeededMeter {
  readonly installationId: number;
  readonly mac: Mac;
}

type SeededReading = Partial<Omit<NewRow<'reading'>, 'installation_id' | 'at'>> & {
  readonly at: Date | string;
};

const SUMS = (['a', 'b', 'c'] as const).flatMap((phase) => [
  [`consumed_${phase}_mwh`, `sum(greatest(energy_${phase}_mwh, 0))`],
  [`injected_${phase}_mwh`, `-sum(least(energy_${phase}_mwh, 0))`],
  [`inductive_${phase}_mvarh`, `sum(greatest(reactive_${phase}_mvarh, 0))`],
  [`capacitive_${phase}_mvarh`, `-sum(least(reactive_${phase}_mvarh, 0))`],
]);

const DUPLICATE_TABLE = '42P07';
const CHECK_VIOLATION = '23514';
const QUARTERS = `insert into quarter (installation_id, start, ${SUMS.map(([name]) => name).join(', ')}, volume_ml, frames)
  select installation_id, date_bin('15 minutes', at, timestamptz 'epoch'),
    ${SUMS.map(([, sum]) => `coalesce(${sum}, 0)`).join(', ')}, coalesce(sum(volume_ml), 0), count(*)
  from reading where installation_id = $1 group by 1, 2
  on conflict (installation_id, start) do update set frames = excluded.frames, volume_ml = excluded.volume_ml,
    ${SUMS.map(([name]) => `${name} = excluded.${name}`).join(', ')}`;

/** Rows of the database as a test needs them: it names only the fields that it cares about. */
export const createSeed = ({ db, pool }: Database, now: () => number) => ({
  async person(overrides: Partial<NewRow<'account'>> & { profile?: Profile } = {}): Promise<SeededPerson> {
    const email = overrides.email ?? `${randomUUID()}@nascente.test`;
    const { id } = await db
      .insertInto('account')
      .values({ password_hash: 'none', first_name: 'Ana', ...overrides, email })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = randomBytes(32).toString('base64url');
    await db
      .insertInto('session')
      .values({
        token_hash: createHash('sha256').update(token).digest(),
        account_id: id,
        created_at: new Date(now()),
        proved_at: new Date(now()),
        last_used_at: new Date(now()),
        expires_at: new Date(now() + 3_600_000),
      })
      .execute();
    return { id, email, token };
  },

  async establishment(
    owner: { readonly id: string },
    overrides: Partial<NewRow<'establishment'>> = {},
  ): Promise<string> {
    const { id } = await db
      .insertInto('establishment')
      .values({ name: 'Padaria', ...overrides, owner_id: owner.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  async image(uploader: { readonly id: string }, content: string | Buffer = 'imagem'): Promise<string> {
    const picture = { content: Buffer.from(content), content_type: 'image/webp', width: 1, height: 1 };
    const { id } = await db
      .insertInto('image')
      .values({ ...picture, account_id: uploader.id, created_at: new Date(now()) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  async board(overrides: Partial<NewRow<'board'>> = {}): Promise<Mac> {
    const pairs = randomBytes(6).toString('hex').toUpperCase().match(/../g) ?? [];
    const mac = overrides.mac ?? pairs.join(':');
    await db
      .insertInto('board')
      .values({
        type: 'eletric',
        model: 'tri',
        equipment: 'emd3p',
        key_hash: randomBytes(32),
        ...overrides,
        mac,
      })
      .execute();
    return mac as Mac;
  },

  async meter(
    establishmentId: string,
    overrides: Partial<NewRow<'installation'>> = {},
    board: Partial<NewRow<'board'>> = {},
  ): Promise<SeededMeter> {
    const mac = (overrides.mac as Mac | undefined) ?? (await this.board(board));
    const { id } = await db
      .insertInto('installation')
      .values({
        name: 'Quadro',
        installed_at: new Date('2020-01-01T00:00:00Z'),
        ...overrides,
        mac,
        establishment_id: establishmentId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { installationId: id, mac };
  },

  async give(person: { readonly id: string }, meter: SeededMeter): Promise<void> {
    await db
      .insertInto('meter_access')
      .values({ account_id: person.id, installation_id: meter.installationId })
      .execute();
  },

  async tariff(
    prices: readonly Omit<NewRow<'tariff_version'>, 'tariff_id'>[],
    overrides: Partial<NewRow<'tariff'>> = {},
  ): Promise<string> {
    const { id } = await db
      .insertInto('tariff')
      .values({ tariff_group: 'B3', distributor: randomUUID(), ...overrides })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('tariff_version')
      .values(prices.map((price) => ({ ...price, tariff_id: id })))
      .execute();
    return id;
  },

  /** With the quarters and the last state that they come to. */
  async readings(meter: SeededMeter, rows: readonly SeededReading[]): Promise<void> {
    await pool
      .query('create table if not exists reading_of_tests partition of reading default')
      .catch((failure: { code?: string }) => {
        // Readings of another meter are seeded at the same moment.
        if (failure.code !== DUPLICATE_TABLE) throw failure;
      });
    const { installationId } = meter;
    for (let first = 0; first < rows.length; first += 1_000) {
      const some = rows.slice(first, first + 1_000).map((row) => ({ ...row, at: new Date(row.at) }));
      await db
        .insertInto('reading')
        .values(some.map((row) => ({ ...row, installation_id: installationId })))
        .execute();
    }
    await pool.query(QUARTERS, [installationId]).catch((failure: { code?: string }) => {
      // A server that starts beside this has just made the partition of a day that was in the default one.
      if (failure.code !== CHECK_VIOLATION) throw failure;
      return pool.query(QUARTERS, [installationId]);
    });
    await pool.query(
      `insert into last_state select installation_id, max(at), max(at) from reading where installation_id = $1
       group by 1 on conflict (installation_id) do update set at = excluded.at, received_at = excluded.received_at`,
      [installationId],
    );
  },
});

export type Seed = ReturnType<typeof createSeed>;
