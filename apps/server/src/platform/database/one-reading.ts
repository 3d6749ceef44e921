import { AsyncLocalStorage } from 'node:async_hooks';

const readings = new AsyncLocalStorage<object>();
const NO_READING = {};

/** Does what only reads: whatever of it asks the same question twice is answered once. */
export const asOneReading = <T>(work: () => T): T => readings.run({}, work);

/** What stands for the reading under way, or for all that is none. */
export const readingUnderWay = (): object => readings.getStore() ?? NO_READING;

/** Answers what was asked under a key: within one reading what was answered first, outside of any each time anew. */
type OncePerReading<T> = (key: string, ask: () => Promise<T>) => Promise<T>;

/** No memory: answers are gone with the reading that asked for them. */
export const createOncePerReading = <T>(): OncePerReading<T> => {
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
