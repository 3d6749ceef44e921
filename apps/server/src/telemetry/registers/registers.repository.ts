import type { AnsweredAdapter } from '@nascente/contract/sites/board-adapter';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { RegisterName } from '@nascente/domain/telemetry/adapters/mapped-field';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import type {
  ChosenVerdict,
  RegisterLimits,
  StepVerdict,
} from '@nascente/domain/telemetry/registers/registers';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Connection } from '../../platform/database/open-database.ts';
import { notifyBoardChanged } from '../../platform/database/postgres-bus.ts';
import type { StepKey } from './register-steps.repository.ts';

export type BoardAdaptersRepository = ReturnType<typeof createBoardAdaptersRepository>;

export const createBoardAdaptersRepository = (db: Connection) => ({
  /** `null`: the board does not exist. */
  async kindOf(mac: string): Promise<BoardKind | null> {
    const row = await db
      .selectFrom('board')
      .where('mac', '=', mac)
      .select(['type', 'model'])
      .executeTakeFirst();
    if (row === undefined) return null;
    return row.type === 'water' ? 'water' : row.model;
  },
  async find(mac: string): Promise<AnsweredAdapter | null> {
    const row = await db
      .selectFrom('board_adapter')
      .where('mac', '=', mac)
      .select([
        'adapter',
        'topic',
        'zone',
        'mapping',
        'register_width as registerWidth',
        'max_per_hour as maxPerHour',
      ])
      .executeTakeFirst();
    return row === undefined ? null : { ...row, mapping: row.mapping as AnsweredAdapter['mapping'] };
  },
  /** Another board with an adapter on this topic, or on a parent or child of it. */
  async rival(mac: string, topic: string): Promise<string | null> {
    const row = await db
      .selectFrom('board_adapter')
      .where('mac', '!=', mac)
      .where(
        sql<boolean>`starts_with(topic || '/', ${topic} || '/') or starts_with(${topic} || '/', topic || '/')`,
      )
      .select('mac')
      .executeTakeFirst();
    return row?.mac ?? null;
  },
  async save(
    mac: string,
    { adapter, topic, zone, mapping, registerWidth, maxPerHour }: AnsweredAdapter,
    at: Date,
  ): Promise<void> {
    const row = {
      adapter,
      topic,
      zone,
      mapping: mapping === null ? null : JSON.stringify(mapping),
      register_width: registerWidth,
      max_per_hour: maxPerHour,
      updated_at: at,
    };
    await db
      .insertInto('board_adapter')
      .values({ mac, ...row })
      .onConflict((conflict) => conflict.column('mac').doUpdateSet(row))
      .execute();
    await notifyBoardChanged(db, mac);
  },
  async remove(mac: string): Promise<void> {
    await db.deleteFrom('board_adapter').where('mac', '=', mac).execute();
    await notifyBoardChanged(db, mac);
  },
});

/** A step with the step before it and the newest verdict of an operator. */
export interface StepOnPaper {
  readonly register: RegisterName;
  readonly at: Date;
  readonly raw: number;
  readonly previous_at: Date | null;
  readonly previous_raw: number | null;
  readonly verdict: StepVerdict;
  readonly increment: number;
  readonly decided: ChosenVerdict | null;
  readonly reason: string | null;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
}

/** The last step of a page. */
export interface StepCursor {
  readonly at: Instant;
  readonly register: string;
}

interface Decision extends StepKey {
  readonly chosen: ChosenVerdict | null;
  readonly before: StepVerdict;
  readonly reason: string;
  readonly accountId: string;
  readonly decidedAt: Instant;
}

const COLUMNS = `s.register, s.at, s.raw, s.verdict, s.increment, previous.at as previous_at,
  previous.raw as previous_raw, decision.chosen as decided, decision.reason, decision.by as decided_by, decision.decided_at`;

const BESIDE = `left join lateral (
    select p.at, p.raw from register_step p
    where p.installation_id = s.installation_id and p.register = s.register and p.at < s.at
    order by p.at desc limit 1
  ) previous on true
  left join lateral (
    select v.chosen, v.reason, v.decided_at, nullif(concat_ws(' ', a.first_name, a.last_name), '') as by
    from register_verdict v left join account a on a.id = v.account_id
    where v.installation_id = s.installation_id and v.register = s.register and v.at = s.at
    order by v.id desc limit 1
  ) decision on true`;

const UNUSUAL = `(s.verdict not in ('first', 'normal') or s.chosen is not null)`;

const listOf = (isUnusual: boolean): string => `select ${COLUMNS} from (
    select * from register_step s
    where s.installation_id = $1 and s.at >= $2 and s.at < $3 and (s.at, s.register) < ($4, $5)
      ${isUnusual ? `and ${UNUSUAL}` : ''}
    order by s.at desc, s.register desc limit $6
  ) s ${BESIDE} order by s.at desc, s.register desc`;

const FIND = `select ${COLUMNS} from register_step s ${BESIDE}
  where s.installation_id = $1 and s.register = $2 and s.at = $3`;

const LIMITS = `select a.register_width as width, a.max_per_hour as "maxPerHour"
  from installation i join board_adapter a on a.mac = i.mac where i.id = $1`;

const RECORD = `insert into register_verdict
    (installation_id, register, at, chosen, before, reason, account_id, decided_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

export const createVerdictsRepository = (connection: Pick<ClientBase, 'query'>) => ({
  async has(installationId: number): Promise<boolean> {
    const { rows } = await connection.query(
      'select 1 from register_step where installation_id = $1 limit 1',
      [installationId],
    );
    return rows.length > 0;
  },
  /** Steps of an interval, newest first, after a cursor. */
  async list(
    installationId: number,
    { from, to }: { from: Instant; to: Instant },
    isUnusual: boolean,
    after: StepCursor | null,
    limit: number,
  ): Promise<readonly StepOnPaper[]> {
    const { rows } = await connection.query<StepOnPaper>(listOf(isUnusual), [
      installationId,
      new Date(from),
      new Date(to),
      new Date(after?.at ?? to),
      after?.register ?? '',
      limit,
    ]);
    return rows;
  },
  async find({ installationId, register, at }: StepKey): Promise<StepOnPaper | null> {
    const { rows } = await connection.query<StepOnPaper>(FIND, [installationId, register, new Date(at)]);
    return rows[0] ?? null;
  },
  /** Limits of the registers of an installation's current board. */
  async limitsOf(installationId: number): Promise<RegisterLimits> {
    const { rows } = await connection.query<RegisterLimits>(LIMITS, [installationId]);
    return rows[0] ?? { width: null, maxPerHour: null };
  },
  async record({
    installationId,
    register,
    at,
    chosen,
    before,
    reason,
    accountId,
    decidedAt,
  }: Decision): Promise<void> {
    await connection.query(RECORD, [
      installationId,
      register,
      new Date(at),
      chosen,
      before,
      reason,
      accountId,
      new Date(decidedAt),
    ]);
  },
});
