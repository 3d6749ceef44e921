import { useRef } from 'react';
import { ApiFailure } from '../api/api-failure.ts';

/** Headers with the version that was edited. */
export type Seen = Readonly<Record<string, string>>;

export const seenAs = (version: string): Seen => ({ 'if-match': `"${version}"` });

type Save<T> = (headers: Seen) => Promise<T>;

/**
 * Pins the version with which a form was opened, despite refetches: the server rejects an edit of another one. After a
 * rejection, saving again replaces the newer version.
 * @param version from the contract's version function
 */
export const useSeen = (version: string) => {
  const seen = useRef(version);
  /** @param next the version after saving, if the form stays open */
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
