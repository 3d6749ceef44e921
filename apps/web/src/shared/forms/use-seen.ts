import { useRef } from 'react';
import { ApiFailure } from '../api/api-failure.ts';

/** Headers by which an edit says which version its editor saw. */
export type Seen = Readonly<Record<string, string>>;

export const seenAs = (version: string): Seen => ({ 'if-match': `"${version}"` });

type Save<T> = (headers: Seen) => Promise<T>;

/**
 * Pins the version that a form was opened with, whatever is read again meanwhile: the server refuses an edit of another one.
 * After it was refused, saving again replaces the version that it was refused for.
 * @param version as the contract's function of the thing says it
 */
export const useSeen = (version: string) => {
  const seen = useRef(version);
  /** @param next the version after it was saved, where the form stays open */
  return async <T>(save: Save<T>, next?: (saved: T) => string): Promise<T> => {
    try {
      const saved = await save(seenAs(seen.current));
      if (next) seen.current = next(saved);
      return saved;
    } catch (refusal) {
      if (refusal instanceof ApiFailure && refusal.seen !== null) seen.current = refusal.seen;
      throw refusal;
    }
  };
};
