import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { RegisterName } from '@nascente/domain/telemetry/adapters/mapped-field';
import type {
  ChosenVerdict,
  RegisterStep,
  StepVerdict,
} from '@nascente/domain/telemetry/registers/registers';
import type { ClientBase } from 'pg';

/** The key of a value of a register. */
export interface StepKey {
  readonly installationId: number;
  readonly register: RegisterName;
  readonly at: Instant;
}

export interface RawValue extends StepKey {
  /** Whole thousandths of Wh, varh or litres. */
  readonly raw: number;
}

/** The interval of a register in which values or verdicts changed, both ends inclusive. */
export interface TouchedWindow {
  readonly installationId: number;
  readonly register: RegisterName;
  readonly since: Instant;
  readonly until: Instant;
}

export type StoredStep = RegisterStep & StepKey;

/** The increments of an installation at an instant. */
interface CreditedInstant {
  readonly installationId: number;
  readonly at: Instant;
  readonly credited: Readonly<Partial<Record<RegisterName, number>>>;
}

export type RegisterStepsRepository = ReturnType<typeof createRegisterStepsRepository>;

const TRIMMED_PER_BATCH = 5_000;

const ADD = `insert into register_step (installation_id, register, at, raw)
  select * from unnest($1::integer[], $2::text[], $3::timestamptz[], $4::bigint[])
    as step (installation_id, register, at, raw)
  order by installation_id, register, at
  on conflict do nothing
  returning installation_id as "installationId", register, at`;

const STEP = 's.at, s.raw, s.verdict, s.increment, s.is_settled, s.chosen';
const OF_WINDOW = 's.installation_id = w.installation_id and s.register = w.register';

const WINDOWS = `select w.number::integer, w.installation_id, w.register, step.*
  from unnest($1::integer[], $2::text[], $3::timestamptz[], $4::timestamptz[]) with ordinality
    as w (installation_id, register, since, until, number)
  cross join lateral (
    select coalesce((select s.at from register_step s where ${OF_WINDOW} and s.at < w.since and s.is_settled
      order by s.at desc limit 1), '-infinity'::timestamptz) as at
  ) base
  cross join lateral (
    (select ${STEP} from register_step s where ${OF_WINDOW} and s.at between base.at and w.until)
    union all
    (select ${STEP} from register_step s where ${OF_WINDOW} and s.at > w.until order by s.at limit $5)
  ) step
  order by w.number, step.at`;

const JUDGED = `update register_step s
  set verdict = judged.verdict, increment = judged.increment, is_settled = judged.is_settled
  from unnest($1::integer[], $2::text[], $3::timestamptz[], $4::text[], $5::bigint[], $6::boolean[])
    as judged (installation_id, register, at, verdict, increment, is_settled)
  where s.installation_id = judged.installation_id and s.register = judged.register and s.at = judged.at`;

const CREDITED = `select k.installation_id as "installationId", k.at, jsonb_object_agg(s.register, s.increment) as credited
  from unnest($1::integer[], $2::timestamptz[]) as k (installation_id, at)
  cross join unnest($3::text[]) as name (register)
  join register_step s on s.installation_id = k.installation_id and s.register = name.register and s.at = k.at
  group by 1, 2 order by 1, 2`;

/** Deletes by the key of each register, because no index begins with the time. */
const TRIM = `delete from register_step where ctid = any(array(
  select old.ctid from installation cross join unnest($2::text[]) as name (register) cross join lateral (
    select ctid from register_step where installation_id = installation.id and register = name.register and at < $1
    order by at limit 100) old
  limit ${TRIMMED_PER_BATCH}))`;

interface WindowRow {
  readonly number: number;
  readonly installation_id: number;
  readonly register: RegisterName;
  readonly at: Date;
  readonly raw: number;
  readonly verdict: StepVerdict;
  readonly increment: number;
  readonly is_settled: boolean;
  readonly chosen: ChosenVerdict | null;
}

const stepOf = (row: WindowRow): StoredStep => ({
  installationId: row.installation_id,
  register: row.register,
  at: instant(row.at.getTime()),
  raw: row.raw,
  verdict: row.verdict,
  increment: row.increment,
  isSettled: row.is_settled,
  chosen: row.chosen,
});

const keysOf = (keys: readonly { installationId: number; register: string; at: number }[]) => [
  keys.map(({ installationId }) => installationId),
  keys.map(({ register }) => register),
  keys.map(({ at }) => new Date(at)),
];

export const createRegisterStepsRepository = (
  connection: Pick<ClientBase, 'query'>,
  registers: readonly RegisterName[],
) => ({
  /** Inserts new values in key order; stored ones stay unchanged. @returns the keys of the inserted values */
  async add(values: readonly RawValue[]): Promise<readonly StepKey[]> {
    const { rows } = await connection.query<Omit<StepKey, 'at'> & { at: Date }>({
      name: 'add-register-values',
      text: ADD,
      values: [...keysOf(values), values.map(({ raw }) => raw)],
    });
    return rows.map((row) => ({ ...row, at: instant(row.at.getTime()) }));
  },
  /**
   * The steps of each window, oldest first: from the settled step before it, if any, to its end, and at most `after` steps more.
   */
  async windows(
    windows: readonly TouchedWindow[],
    after: number,
  ): Promise<readonly (readonly StoredStep[])[]> {
    const { rows } = await connection.query<WindowRow>({
      name: 'register-windows',
      text: WINDOWS,
      values: [
        windows.map(({ installationId }) => installationId),
        windows.map(({ register }) => register),
        windows.map(({ since }) => new Date(since)),
        windows.map(({ until }) => new Date(until)),
        after,
      ],
    });
    const byWindow = Map.groupBy(rows, ({ number }) => number);
    return windows.map((_, index) => (byWindow.get(index + 1) ?? []).map(stepOf));
  },
  async judged(steps: readonly StoredStep[]): Promise<void> {
    await connection.query({
      name: 'register-steps-judged',
      text: JUDGED,
      values: [
        ...keysOf(steps),
        steps.map(({ verdict }) => verdict),
        steps.map(({ increment }) => increment),
        steps.map(({ isSettled }) => isSettled),
      ],
    });
  },
  async credited(
    instants: readonly Omit<CreditedInstant, 'credited'>[],
  ): Promise<readonly CreditedInstant[]> {
    const { rows } = await connection.query<Omit<CreditedInstant, 'at'> & { at: Date }>({
      name: 'credited-instants',
      text: CREDITED,
      values: [
        instants.map(({ installationId }) => installationId),
        instants.map(({ at }) => new Date(at)),
        registers,
      ],
    });
    return rows.map((row) => ({ ...row, at: instant(row.at.getTime()) }));
  },
  async choose({ installationId, register, at }: StepKey, chosen: ChosenVerdict | null): Promise<void> {
    await connection.query(
      'update register_step set chosen = $4 where installation_id = $1 and register = $2 and at = $3',
      [installationId, register, new Date(at), chosen],
    );
  },
  /** Deletes some of the oldest values before an instant. @returns their number */
  async trim(before: Instant): Promise<number> {
    const { rowCount } = await connection.query(TRIM, [new Date(before), registers]);
    return rowCount ?? 0;
  },
});
