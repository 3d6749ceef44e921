import type { User } from '@nascente/contract/people/session';
import { instant } from '@nascente/domain/base/time/zone';
import type { Query, QueryCacheNotifyEvent, QueryClient, QueryPersister } from '@tanstack/react-query';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { tellFiguresMoment } from '../../shared/consumption/figures-moment.ts';
import { readPreference, writePreference } from '../../shared/session-state/local-preference.ts';
import { onSessionEnd } from '../../shared/session-state/session.ts';
import { signedInQuery } from '../../shared/session-state/signed-in.ts';
import { answersOnDevice, type KeptAnswer, type KeptAnswers } from './kept-answers.ts';
import { isKept } from './kept-questions.ts';

/** Whose answers are kept. It goes with the session, at once and for all tabs, before what it names is erased. */
const OWNER = 'seen-by';
const owner = () => readPreference(OWNER);

/** The first figures and their drawing go before it. */
const AFTER_LAST_ANSWER_MS = 1_000;

const isUnreached = (failure: unknown): boolean => failure instanceof ApiFailure && failure.isUnreached;
const isPassing = (failure: unknown): boolean => failure instanceof ApiFailure && failure.isPassing;

/** By which an answer is kept. Questions may say that they share a name: then the answer to the last of them is kept. */
const nameOf = ({ meta, queryHash }: Pick<Query, 'meta' | 'queryHash'>): string =>
  typeof meta?.seenLastAs === 'string' ? meta.seenLastAs : queryHash;

/** What is kept on the device can be missing or forbidden: then there is nothing to show. */
const orNothing = <T>(attempt: () => Promise<T>): Promise<T | null> => attempt().catch(() => null);

interface LastSeen {
  /** Option `persister` of every query: what fails for want of an answer shows what was seen last, and has failed all the same. */
  readonly orSeenLast: QueryPersister;
  /** Keeps from now on what this client's queries are answered. */
  readonly keepAnswersOf: (client: QueryClient) => void;
}

export const createLastSeen = (kept: KeptAnswers): LastSeen => {
  const waiting = new Map<string, KeptAnswer>();
  /** Whose answers this page is given: another tab may have become somebody else, and this one not have heard of it. */
  let mine: string | null = null;
  let answeredAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keepWaiting = async () => {
    clearTimeout(timer);
    const account = owner();
    if (account === null || account !== mine || waiting.size === 0) return;
    const answers = new Map(waiting);
    waiting.clear();
    await orNothing(() => kept.keep(account, answers));
    // The session may have ended meanwhile, in whichever tab.
    if (owner() !== account) await orNothing(() => kept.forgetOthers(owner()));
  };

  const keepLater = (query: Query) => {
    const { data, dataUpdatedAt } = query.state;
    waiting.set(nameOf(query), { answer: data, seenAt: dataUpdatedAt });
    clearTimeout(timer);
    timer = setTimeout(() => void keepWaiting(), AFTER_LAST_ANSWER_MS);
  };

  const own = ({ _id }: User) => {
    mine = _id;
    if (owner() === _id) return;
    writePreference(OWNER, _id);
    void orNothing(() => kept.forgetOthers(_id));
  };

  const answered = (query: Query) => {
    if (query.state.data === undefined || !isKept(query.queryKey)) return;
    if (query.queryKey[0] === signedInQuery.queryKey[0]) own(query.state.data as User);
    keepLater(query);
  };

  /** What somebody may see no more is not shown without a network either. */
  const refused = (query: Query) => {
    const account = owner();
    if (account === null || !isKept(query.queryKey)) return;
    const name = nameOf(query);
    waiting.delete(name);
    void orNothing(() => kept.forget(account, name));
  };

  const hear = (event: QueryCacheNotifyEvent) => {
    // Who signed in by the form is known before anybody asks.
    if (event.type === 'added') answered(event.query);
    if (event.type !== 'updated') return;
    // What the page asked before the program came is put into a query that is there already.
    if (event.action.type === 'setState') answered(event.query);
    if (event.action.type === 'success') {
      if (!event.action.manual) {
        answeredAt = Date.now();
        tellFiguresMoment(null);
      }
      answered(event.query);
    }
    if (event.action.type === 'error' && !isPassing(event.action.error)) refused(event.query);
  };

  /** Figures count a day as today: past midnight it stays theirs, so that they are found and called what they are. */
  const stayAtLastAnswer = async () => {
    const account = owner();
    if (account === null) return;
    answeredAt ??= await orNothing(() => kept.newest(account));
    if (answeredAt !== null && owner() === account) tellFiguresMoment(instant(answeredAt));
  };

  const showSeenLast = async (query: Query) => {
    const account = owner();
    if (account === null) return;
    const last = await orNothing(() => kept.read(account, nameOf(query)));
    if (last === null || owner() !== account || query.state.data !== undefined) return;
    query.setState({ data: last.answer, dataUpdatedAt: last.seenAt, status: 'success' });
  };

  return {
    orSeenLast: async (ask, context, query) => {
      try {
        return await ask(context);
      } catch (failure) {
        if (!isUnreached(failure)) throw failure;
        await stayAtLastAnswer();
        const isMissing = query.state.data === undefined && isKept(query.queryKey);
        if (isMissing) await showSeenLast(query as unknown as Query);
        throw failure;
      }
    },
    keepAnswersOf: (client) => {
      client.getQueryCache().subscribe(hear);
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'hidden') void keepWaiting();
      });
      onSessionEnd(() => {
        writePreference(OWNER, null);
        mine = null;
        answeredAt = null;
        tellFiguresMoment(null);
        clearTimeout(timer);
        waiting.clear();
        void orNothing(() => kept.forgetOthers(null));
      });
    },
  };
};

export const lastSeen = createLastSeen(answersOnDevice);
