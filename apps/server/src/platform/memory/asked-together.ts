import { readingUnderWay } from '../database/one-reading.ts';

interface Turn<V> {
  readonly places: Map<number, number>;
  readonly answer: Promise<readonly V[]>;
}

/**
 * Asks once for all who ask in the same turn of the event loop, such as two halves of one answer. Nobody is told what was
 * true before it asked: the question goes out when all of them have, and those of two readings never go out together,
 * because one may have been confirmed before the other began.
 *
 * @param ask - answers each of these, which are all different, in their order
 */
export const askedTogether = <V>(
  ask: (ids: readonly number[]) => Promise<readonly V[]>,
): ((ids: readonly number[]) => Promise<readonly V[]>) => {
  const turns = new WeakMap<object, Turn<V>>();

  const begin = (reading: object): Turn<V> => {
    const places = new Map<number, number>();
    const answer = Promise.resolve().then(() => {
      turns.delete(reading);
      return ask([...places.keys()]);
    });
    const turn = { places, answer };
    turns.set(reading, turn);
    return turn;
  };

  return async (ids) => {
    if (ids.length === 0) return [];
    const reading = readingUnderWay();
    const { places, answer } = turns.get(reading) ?? begin(reading);
    for (const id of ids) if (!places.has(id)) places.set(id, places.size);
    const all = await answer;
    return ids.map((id) => all[places.get(id) as number] as V);
  };
};
