import { readSharedLink, type Shown } from '@nascente/contract/connections/shared-links';
import { useEffect, useState } from 'react';
import { request } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-failure.ts';

/** The content of a link. Pages of links have no query cache, so this is plain state. */
interface ShownState {
  /** Stays while the server is unreachable; null before the first answer and after the link's end. */
  readonly shown: Shown | null;
  readonly isOver: boolean;
  readonly failure: Error | null;
}

const BEGINNING: ShownState = { shown: null, isOver: false, failure: null };
/** Interval of further attempts after a link has ended, because its creator may regain access to the establishment. */
const LOOK_AGAIN_MS = 5 * 60_000;

/** Time limit of an answer, because nobody can retry at a wall display. */
const MAX_ANSWER_MS = 30_000;

const isOver = (failure: unknown): boolean => failure instanceof ApiFailure && failure.type === 'not-found';

const read = async (key: string, before: ShownState, signal: AbortSignal): Promise<ShownState> => {
  try {
    const { shown } = await request(readSharedLink, { params: { key } }, signal);
    return { shown, isOver: false, failure: null };
  } catch (cause) {
    if (isOver(cause)) return { shown: null, isOver: true, failure: null };
    return { ...before, failure: cause instanceof Error ? cause : new Error('', { cause }) };
  }
};

/** @param everyMs - the polling interval; null: once */
export const useShown = (key: string, everyMs: number | null): ShownState & { retry: () => void } => {
  const [state, setState] = useState(BEGINNING);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what reads again
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let giveUp: ReturnType<typeof setTimeout> | undefined;
    let latest = BEGINNING;
    const ask = async (): Promise<void> => {
      const asking = new AbortController();
      giveUp = setTimeout(() => asking.abort(), MAX_ANSWER_MS);
      latest = await read(key, latest, AbortSignal.any([leaving.signal, asking.signal]));
      clearTimeout(giveUp);
      if (leaving.signal.aborted) return;
      setState(latest);
      if (everyMs !== null) timer = setTimeout(() => void ask(), latest.isOver ? LOOK_AGAIN_MS : everyMs);
    };
    void ask();
    return () => {
      leaving.abort();
      clearTimeout(timer);
      clearTimeout(giveUp);
    };
  }, [key, everyMs, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
};
