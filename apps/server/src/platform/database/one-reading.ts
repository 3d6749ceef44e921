import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as immediate } from 'node:timers/promises';

const readings = new AsyncLocalStorage<object>();
const NO_READING = {};

/** Runs `work` as one read scope, in which equal queries run once. */
export const asOneReading = <T>(work: () => T): T => readings.run({}, work);

/** Identity of the current read scope. */
export const readingUnderWay = (): object => readings.getStore() ?? NO_READING;

/** Runs a query once per key within a read scope, and every time outside a read scope. */
type PerRequestCache<T> = (key: string, ask: () => Promise<T>) => Promise<T>;

/** Results are discarded with their read scope, so none is older than the scope. */
export const createPerRequestCache = <T>(): PerRequestCache<T> => {
  const answersOf = new WeakMap<object, Map<string, Promise<T>>>();
  return (key, ask) => {
    const reading = readings.getStore();
    if (reading === undefined) return ask();
    const answers = answersOf.get(reading) ?? new Map<string, Promise<T>>();
    answersOf.set(reading, answers);
    const answer = answers.get(key) ?? ask();
    answers.set(key, answer);
    return answer;
  };
};

/** Queries several items at once; the results are in the order of the items. */
type AskMany<Q, A> = (questions: readonly Q[]) => Promise<readonly A[]>;

/**
 * Combines the queries of a read scope that arise in the same turn of the event loop into one list, so that ten establishments
 * read concurrently take as many statements as one. Outside a read scope each list is sent separately.
 */
export const createAskTogether = <Q, A>(ask: AskMany<Q, A>): AskMany<Q, A> => {
  const waiting = new WeakMap<object, { readonly questions: Q[]; readonly answers: Promise<readonly A[]> }>();
  const collect = (reading: object) => {
    const questions: Q[] = [];
    const answers = immediate().then(() => {
      waiting.delete(reading);
      return ask(questions);
    });
    const collected = { questions, answers };
    waiting.set(reading, collected);
    return collected;
  };
  return async (questions) => {
    const reading = readings.getStore();
    if (reading === undefined || questions.length === 0) return ask(questions);
    const together = waiting.get(reading) ?? collect(reading);
    const first = together.questions.length;
    for (const question of questions) together.questions.push(question);
    return (await together.answers).slice(first, first + questions.length);
  };
};
