import { createRemembered } from '../memory/remembered.ts';
import type { ChangeLog } from './change-log.ts';
import { createOncePerReading } from './one-reading.ts';

/** Finds what was read under a key, or reads it: anew as soon as anything of the structure was changed since. */
type WhileUnchanged<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Keeps what was read of accounts, establishments, meters, groups, contracts and tariffs while nothing of these changes. Its tables must
 * note their changes (`structure_changed`), which a test asks of each.
 *
 * @param room - as much as all that is kept may weigh together
 * @param weigh - by default everything weighs one
 */
export const createWhileUnchanged = <T extends object>(
  changes: Pick<ChangeLog, 'ask' | 'structure'>,
  room: number,
  weigh?: (value: T) => number,
): WhileUnchanged<T> => {
  const kept = createRemembered<T>(room, weigh);
  const oncePerReading = createOncePerReading<T>();
  return async (key, read) => {
    await changes.ask();
    const version = changes.structure();
    const cached = kept.recall(key, version);
    if (cached !== null) return cached;
    const value = await oncePerReading(key, read);
    kept.keep(key, version, value);
    return value;
  };
};
