import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { InstantField } from '@nascente/domain/telemetry/adapters/mapped-field';
import type { ClientBase } from 'pg';

export type MeasuredFields = Readonly<Partial<Record<InstantField, number>>>;

/** The last published values of an installation's meter. */
export interface AdaptedState {
  readonly installationId: number;
  readonly at: Instant;
  readonly measured: MeasuredFields;
}

const OPEN = `insert into adapted_state (installation_id) select distinct id from unnest($1::integer[]) as id order by 1
  on conflict do nothing`;
const LOCK = `select installation_id as "installationId", at, measured from adapted_state
  where installation_id = any($1) order by installation_id for update`;
const SAVE = `update adapted_state s set at = adapted.at, measured = adapted.measured
  from unnest($1::integer[], $2::timestamptz[], $3::jsonb[]) as adapted (installation_id, at, measured)
  where s.installation_id = adapted.installation_id and (s.at is null or s.at <= adapted.at)`;

export const createAdaptedStateRepository = (connection: Pick<ClientBase, 'query'>) => ({
  /** Locks the states of these installations until the transaction ends. @returns the states that have values */
  async lock(installationIds: readonly number[]): Promise<readonly AdaptedState[]> {
    await connection.query({ name: 'open-adapted', text: OPEN, values: [installationIds] });
    const { rows } = await connection.query<Omit<AdaptedState, 'at'> & { at: Date | null }>({
      name: 'lock-adapted',
      text: LOCK,
      values: [installationIds],
    });
    return rows.flatMap(({ at, ...row }) => (at === null ? [] : [{ ...row, at: instant(at.getTime()) }]));
  },
  async save(states: readonly AdaptedState[]): Promise<void> {
    await connection.query({
      name: 'save-adapted',
      text: SAVE,
      values: [
        states.map(({ installationId }) => installationId),
        states.map(({ at }) => new Date(at)),
        states.map(({ measured }) => JSON.stringify(measured)),
      ],
    });
  },
});
