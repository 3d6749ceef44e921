import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as immediate } from 'node:timers/promises';

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

/** Answers a list of questions, one answer each, in their order. */
type AskMany<Q, A> = (questions: readonly Q[]) => Promise<readonly A[]>;

/**
 * Sends the questions of one reading that arise in the same turn of the event loop as one list. Ten establishments that are
 * read concurrently take the statements of one. Outside of a reading every list is sent by itself.
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
