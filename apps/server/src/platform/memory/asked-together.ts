/**
 * Asks once for all who ask in the same turn of the event loop, such as two halves of one answer. Nobody is told what was
 * true before it asked: the question goes out when all of them have.
 *
 * @param ask - answers each of these, which are all different, in their order
 */
export const askedTogether = <V>(
  ask: (ids: readonly number[]) => Promise<readonly V[]>,
): ((ids: readonly number[]) => Promise<readonly V[]>) => {
  let next: { readonly places: Map<number, number>; readonly answer: Promise<readonly V[]> } | null = null;

  const begin = () => {
    const places = new Map<number, number>();
    const answer = Promise.resolve().then(() => {
      next = null;
      return ask([...places.keys()]);
    });
    return { places, answer };
  };

  return async (ids) => {
    if (ids.length === 0) return [];
    next ??= begin();
    const { places, answer } = next;
    for (const id of ids) if (!places.has(id)) places.set(id, places.size);
    const all = await answer;
    return ids.map((id) => all[places.get(id) as number] as V);
  };
};
