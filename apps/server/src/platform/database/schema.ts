import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { ColumnType, Insertable, Selectable, Updateable } from 'kysely';

/** Kysely's view of the tables. Each area adds its own in `<area>/tables.ts`. Columns `*_mwh` are milliwatt-hours (mWh). */
// biome-ignore lint/suspicious/noEmptyInterface: areas add to it
export interface Schema {}

/** A column with a default, which an insert may omit. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;
/** Read as the parsed value; written as JSON text, because pg would write an array as a PostgreSQL array. */
export type Json = ColumnType<unknown, string, string>;
/** Read as text, which keeps all digits. */
export type Numeric = ColumnType<string, number | string, number | string>;
/** PostgreSQL stores valid dates only, so a text that it returns is one. */
export type Day = ColumnType<CivilDate, string, string>;

export type Row<T extends keyof Schema> = Selectable<Schema[T]>;
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>;
export type RowChange<T extends keyof Schema> = Updateable<Schema[T]>;

type Factory = (...needs: never) => object;

/** One row of the result of a repository's query. */
export type ResultRow<
  Create extends Factory,
  Query extends keyof ReturnType<Create>,
> = ReturnType<Create>[Query] extends (...input: never) => Promise<infer Result>
  ? NonNullable<Result extends readonly (infer One)[] ? One : Result>
  : never;
