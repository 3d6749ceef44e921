import { sql } from 'kysely';
import { createTurns } from '../limits/turns.ts';
import type { Connection } from './open-database.ts';

/** Limits concurrent edits, because each needs two connections. */
const TURNS = {
  concurrent: 2,
  waiting: 64,
  refusal: 'Muitas alterações ao mesmo tempo. Tente novamente em instantes.',
} as const;

/** Serializes edits of one object among all processes. */
export type EditTurns = <T>(of: string, edit: () => Promise<T>) => Promise<T>;

export const createEditTurns = (db: Connection): EditTurns => {
  const inTurn = createTurns(TURNS);
  return (of, edit) =>
    inTurn(() =>
      db.transaction().execute(async (within) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${of}, 0))`.execute(within);
        return edit();
      }),
    );
};
