import { createRemembered } from '../memory/remembered.ts';

/** What PostgreSQL says of rows without reading them: which there are, in order, and what each was written by. */
export interface RowVersions<Id> {
  /** When PostgreSQL was started: within one life no transaction's number is given twice. */
  readonly life: string;
  readonly ids: readonly Id[];
  /** Of each: the `xmin` of every row that it is made of. */
  readonly versions: readonly string[];
}

/** What was read, with what it was read from. */
export interface VersionedRow<T> {
  readonly life: string;
  readonly version: string;
  readonly row: T;
}

/**
 * Rows of which the present version was read before are not read again. A version stands for everything that is in a
 * row: whoever changes it, by whatever way, gives it another. Nobody has to tell of a change, and which rows somebody
 * sees is asked each time.
 * @param most - rows that are kept
 * @returns finds the rows of these versions, in their order and the same object while it is the same version;
 * undefined: it was there no more when it was read
 */
export const createRememberedRows = <Id extends string | number, T extends object>(most: number) => {
  let present = { life: '', rows: createRemembered<T>(most) };
  const ofLife = (life: string): typeof present => {
    if (present.life !== life) present = { life, rows: createRemembered<T>(most) };
    return present;
  };

  return async (
    { life, ids, versions }: RowVersions<Id>,
    read: (missing: readonly Id[]) => Promise<ReadonlyMap<Id, VersionedRow<T>>>,
  ): Promise<readonly (T | undefined)[]> => {
    const { rows } = ofLife(life);
    const found = ids.map((id, place) => rows.recall(String(id), versions[place] ?? ''));
    const missing = ids.filter((_, place) => found[place] === null);
    if (missing.length === 0) return found as readonly T[];
    const now = await read(missing);
    for (const [id, row] of now) ofLife(row.life).rows.keep(String(id), row.version, row.row);
    return found.map((row, place) => row ?? now.get(ids[place] as Id)?.row);
  };
};
