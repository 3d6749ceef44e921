import { AsyncLocalStorage } from 'node:async_hooks';

interface Reading {
  asked: Promise<void> | null;
}

const readings = new AsyncLocalStorage<Reading>();
const NO_READING = {};

/** Does what only reads: however much of it is kept in memory, it asks once what has changed, when it first does. */
export const asOneReading = <T>(work: () => T): T => readings.run({ asked: null }, work);

/** Asks, but within one reading only the first time. */
export const oncePerReading = (ask: () => Promise<void>): Promise<void> => {
  const reading = readings.getStore();
  if (reading === undefined) return ask();
  reading.asked ??= ask();
  return reading.asked;
};

/** What stands for the reading under way, or for all that is none. */
export const readingUnderWay = (): object => readings.getStore() ?? NO_READING;
