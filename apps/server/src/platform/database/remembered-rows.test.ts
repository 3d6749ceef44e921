import { beforeEach, describe, expect, it } from 'vitest';
import { createRememberedRows, type RowVersions, type VersionedRow } from './remembered-rows.ts';

interface Row {
  readonly text: string;
}

/** The table: of each row its version and what it says. */
let table: Map<number, readonly [version: string, text: string]>;
let life: string;
/** What was read, each time. */
let reads: (readonly number[])[];

const versions = (): RowVersions<number> => ({
  life,
  ids: [...table.keys()],
  versions: [...table.values()].map(([version]) => version),
});

const read = async (ids: readonly number[]): Promise<ReadonlyMap<number, VersionedRow<Row>>> => {
  reads.push(ids);
  return new Map(
    ids.flatMap((id) => {
      const [version, text] = table.get(id) ?? [];
      return version === undefined || text === undefined ? [] : [[id, { life, version, row: { text } }]];
    }),
  );
};

const texts = (rows: readonly (Row | undefined)[]) => rows.map((row) => row?.text);

beforeEach(() => {
  table = new Map([1, 2, 3].map((id) => [id, ['v1', `linha ${id}`]]));
  life = 'monday';
  reads = [];
});

describe('rows that are remembered', () => {
  it('are read once, and are the same objects afterwards', async () => {
    const recall = createRememberedRows<number, Row>(10);
    const first = await recall(versions(), read);
    expect(texts(first)).toEqual(['linha 1', 'linha 2', 'linha 3']);
    const again = await recall(versions(), read);
    expect(again.map((row, place) => row === first[place])).toEqual([true, true, true]);
    expect(reads).toEqual([[1, 2, 3]]);
  });

  it('are read again where their version is another, and those alone', async () => {
    const recall = createRememberedRows<number, Row>(10);
    await recall(versions(), read);
    table.set(2, ['v2', 'outra']);
    expect(texts(await recall(versions(), read))).toEqual(['linha 1', 'outra', 'linha 3']);
    expect(reads).toEqual([[1, 2, 3], [2]]);
  });

  it('come in the order in which they are asked for', async () => {
    const recall = createRememberedRows<number, Row>(10);
    await recall(versions(), read);
    table = new Map([...table].reverse());
    table.set(4, ['v1', 'linha 4']);
    expect(texts(await recall(versions(), read))).toEqual(['linha 3', 'linha 2', 'linha 1', 'linha 4']);
    expect(reads.at(-1)).toEqual([4]);
  });

  it('are read again when PostgreSQL was started again, for its numbers may have been given twice', async () => {
    const recall = createRememberedRows<number, Row>(10);
    await recall(versions(), read);
    life = 'tuesday';
    table.set(1, ['v1', 'de outro banco']);
    expect(texts(await recall(versions(), read))).toEqual(['de outro banco', 'linha 2', 'linha 3']);
    expect(reads).toHaveLength(2);
  });

  it('are absent where they went between being found and being read', async () => {
    const recall = createRememberedRows<number, Row>(10);
    const found = versions();
    table.delete(2);
    expect(texts(await recall(found, read))).toEqual(['linha 1', undefined, 'linha 3']);
  });

  it('are answered and kept as they are when read, though they were found as something else', async () => {
    const recall = createRememberedRows<number, Row>(10);
    const found = versions();
    table.set(2, ['v2', 'outra']);
    expect(texts(await recall(found, read))).toEqual(['linha 1', 'outra', 'linha 3']);
    expect(texts(await recall(versions(), read))).toEqual(['linha 1', 'outra', 'linha 3']);
    expect(reads).toHaveLength(1);
  });

  it('are no more than were said, and of a longer list only those beyond are read each time', async () => {
    const recall = createRememberedRows<number, Row>(2);
    for (let time = 0; time < 3; time++) {
      expect(texts(await recall(versions(), read))).toEqual(['linha 1', 'linha 2', 'linha 3']);
    }
    expect(reads).toEqual([[1, 2, 3], [1], [2]]);
  });
});
