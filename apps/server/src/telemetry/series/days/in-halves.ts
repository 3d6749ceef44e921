/** What is told of so many takes some milliseconds, longer than another question. */
const MANY = 60;

/** PostgreSQL answers a question on one processor: of many things halves are asked for at the same time. */
export const inHalves = <T, R>(
  all: readonly T[],
  ask: (some: readonly T[]) => Promise<R>,
): Promise<readonly R[]> => {
  if (all.length === 0) return Promise.resolve([]);
  if (all.length < MANY) return ask(all).then((answer) => [answer]);
  const half = Math.ceil(all.length / 2);
  return Promise.all([ask(all.slice(0, half)), ask(all.slice(half))]);
};
