import type { User } from '@nascente/contract/people/session';
import { instant } from '@nascente/domain/base/time/zone';
import type { Query, QueryCacheNotifyEvent, QueryClient, QueryPersister } from '@tanstack/react-query';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { setFiguresMoment } from '../../shared/consumption/figures-moment.ts';
import { readPreference, writePreference } from '../../shared/session-state/local-preference.ts';
import { onSessionEnd } from '../../shared/session-state/session.ts';
import { signedInQuery } from '../../shared/session-state/signed-in.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Older answers are neither shown nor retained, because the account may have lost access to the meter. */
const OLDEST_MS = 31 * DAY_MS;
const MAX_BYTES = 4_000_000;

interface Stored {
  /** Epoch ms of the answer. */
  readonly seenAt: number;
  /** Characters of the JSON, which approximate its size. */
  readonly bytes: number;
}

/** Selects answers to remove: expired ones and, beyond the size limit, those received longest ago. */
export const overTheBounds = <K extends Stored>(retained: readonly K[], now: number): readonly K[] => {
  const newestFirst = [...retained].sort((a, b) => b.seenAt - a.seenAt);
  let bytes = 0;
  return newestFirst.filter((one) => {
    bytes += one.bytes;
    return bytes > MAX_BYTES || now - one.seenAt > OLDEST_MS;
  });
};
export interface StoredAnswer {
  readonly answer: unknown;
  readonly seenAt: number;
}

/** Answers stored on the device, by account. Every call may fail; the answer then counts as not stored. */
export interface StoredAnswers {
  readonly read: (account: string, question: string) => Promise<StoredAnswer | null>;
  readonly newest: (account: string) => Promise<number | null>;
  readonly keep: (account: string, answers: ReadonlyMap<string, StoredAnswer>) => Promise<void>;
  readonly forget: (account: string, question: string) => Promise<void>;
  readonly forgetOthers: (account: string | null) => Promise<void>;
}

const PREFIX = 'nascente-seen-';
const QUESTION = 'question';
const SEEN_AT = 'seen-at';
const PROGRAM = 'program';
const BYTES = 'bytes';

/**
 * Identifies the version of the program, because another version may expect answers of another form. The name of the entry file
 * changes with its content.
 */
const program = (): string => {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return entry === null ? '' : new URL(entry.src).pathname;
};

const addressOf = (question: string): string => `/seen?${new URLSearchParams({ question }).toString()}`;

const responseOf = (question: string, { answer, seenAt }: StoredAnswer): Response => {
  const text = JSON.stringify(answer);
  return new Response(text, {
    headers: {
      [QUESTION]: encodeURIComponent(question),
      [SEEN_AT]: String(seenAt),
      [PROGRAM]: program(),
      [BYTES]: String(text.length),
    },
  });
};

const numberIn = ({ headers }: Response, name: string): number => Number(headers.get(name) ?? 0);

/** Reads only the headers of the stored answers. */
const entriesIn = async (cache: Cache) =>
  (await cache.matchAll()).map((response) => ({
    question: decodeURIComponent(response.headers.get(QUESTION) ?? ''),
    seenAt: numberIn(response, SEEN_AT),
    bytes: numberIn(response, BYTES),
  }));

const dropOver = async (cache: Cache): Promise<void> => {
  const over = overTheBounds(await entriesIn(cache), Date.now());
  await Promise.all(over.map(({ question }) => cache.delete(addressOf(question))));
};

/** Cache Storage holds answers for use without a network, and is erased with the site's data. */
const answersOnDevice: StoredAnswers = {
  read: async (account, question) => {
    const found = await caches.match(addressOf(question), { cacheName: PREFIX + account });
    if (found === undefined || found.headers.get(PROGRAM) !== program()) return null;
    const seenAt = numberIn(found, SEEN_AT);
    if (Date.now() - seenAt > OLDEST_MS) return null;
    return { answer: (await found.json()) as unknown, seenAt };
  },
  newest: async (account) => {
    const retained = await entriesIn(await caches.open(PREFIX + account));
    return retained.length === 0 ? null : Math.max(...retained.map(({ seenAt }) => seenAt));
  },
  keep: async (account, answers) => {
    const cache = await caches.open(PREFIX + account);
    // One at a time: serializing dozens at once would block a slow phone for a tenth of a second.
    for (const [question, retained] of answers)
      await cache.put(addressOf(question), responseOf(question, retained));
    await dropOver(cache);
  },
  forget: async (account, question) => {
    const cache = await caches.open(PREFIX + account);
    await cache.delete(addressOf(question));
  },
  forgetOthers: async (account) => {
    const others = (await caches.keys()).filter(
      (name) => name.startsWith(PREFIX) && name !== PREFIX + (account ?? ''),
    );
    await Promise.all(others.map((name) => caches.delete(name)));
  },
};

/** Stored queries of Home, the meter list, a meter and the Explorer: the call name, or the query's name if it combines calls. */
export const STORED_CALLS = [
  'listAlerts',
  'listBudgets',
  'listCorrections',
  'listEstablishments',
  'listMeterNotes',
  'listMeters',
  'listUtilityBills',
  'readAlwaysOn',
  'readBill',
  'readBillChanges',
  'readComparison',
  'readConsumption',
  'readContract',
  'readCurve',
  'readDays',
  'readDemand',
  'readEmissions',
  'readHeatMap',
  'readLastFrame',
  'readMeter',
  'readMeterPast',
  'readMonth',
  'readNightFlow',
  'readPeriod',
  'readEstablishmentAmounts',
  'readEstablishmentCycle',
  'readEstablishmentMonths',
  'readEstablishmentTouPeriods',
  'readEstablishmentRest',
  'readEstablishmentYearBefore',
  'readTelemetryStatus',
] as const;

const STORED = new Set<unknown>([...STORED_CALLS, 'signedIn', 'countedDay', 'storedWindow', 'storedFlow']);

export const isStored = ([name]: readonly unknown[]): boolean => STORED.has(name);

/** Preference with the account of the stored answers. It is removed when the session ends, in all tabs, before the answers. */
const OWNER = 'seen-by';
const owner = () => readPreference(OWNER);

/** Waiting time after the last answer, so that rendering the first figures is not delayed. */
const AFTER_LAST_ANSWER_MS = 1_000;

const isUnreached = (failure: unknown): boolean => failure instanceof ApiFailure && failure.isUnreached;
const isPassing = (failure: unknown): boolean => failure instanceof ApiFailure && failure.isPassing;

/** The key of a stored answer. Queries may share a name by `meta.seenLastAs`: the last answer of any of them is stored. */
const nameOf = ({ meta, queryHash }: Pick<Query, 'meta' | 'queryHash'>): string =>
  typeof meta?.seenLastAs === 'string' ? meta.seenLastAs : queryHash;

/** Storage can be missing or forbidden. */
const orNull = <T>(attempt: () => Promise<T>): Promise<T | null> => attempt().catch(() => null);

interface LastSeen {
  /** Option `persister` of every query: a query that fails offline shows the stored answer and still counts as failed. */
  readonly orSeenLast: QueryPersister;
  /** Stores the answers of this client's queries from now on. */
  readonly keepAnswersOf: (client: QueryClient) => void;
}

export const createLastSeen = (retained: StoredAnswers): LastSeen => {
  const waiting = new Map<string, StoredAnswer>();
  /** The account of this page. Another tab may have signed in to another account. */
  let mine: string | null = null;
  let answeredAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keepWaiting = async () => {
    clearTimeout(timer);
    const account = owner();
    if (account === null || account !== mine || waiting.size === 0) return;
    const answers = new Map(waiting);
    waiting.clear();
    await orNull(() => retained.keep(account, answers));
    // The session may have ended meanwhile, in any tab.
    if (owner() !== account) await orNull(() => retained.forgetOthers(owner()));
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
    void orNull(() => retained.forgetOthers(_id));
  };

  const answered = (query: Query) => {
    if (query.state.data === undefined || !isStored(query.queryKey)) return;
    if (query.queryKey[0] === signedInQuery.queryKey[0]) own(query.state.data as User);
    keepLater(query);
  };

  /** Removes answers to which the account has lost access, so that they are not shown offline. */
  const refused = (query: Query) => {
    const account = owner();
    if (account === null || !isStored(query.queryKey)) return;
    const name = nameOf(query);
    waiting.delete(name);
    void orNull(() => retained.forget(account, name));
  };

  const hear = (event: QueryCacheNotifyEvent) => {
    if (event.type === 'added') answered(event.query);
    if (event.type !== 'updated') return;
    // Requests made before the program loaded are written into an existing query.
    if (event.action.type === 'setState') answered(event.query);
    if (event.action.type === 'success') {
      if (!event.action.manual) {
        answeredAt = Date.now();
        setFiguresMoment(null);
      }
      answered(event.query);
    }
    if (event.action.type === 'error' && !isPassing(event.action.error)) refused(event.query);
  };

  /** Figures take the last answer's instant as now, so that after midnight 'today' is still the day of that answer. */
  const stayAtLastAnswer = async () => {
    const account = owner();
    if (account === null) return;
    answeredAt ??= await orNull(() => retained.newest(account));
    if (answeredAt !== null && owner() === account) setFiguresMoment(instant(answeredAt));
  };

  const showSeenLast = async (query: Query) => {
    const account = owner();
    if (account === null) return;
    const last = await orNull(() => retained.read(account, nameOf(query)));
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
        const isMissing = query.state.data === undefined && isStored(query.queryKey);
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
        setFiguresMoment(null);
        clearTimeout(timer);
        waiting.clear();
        void orNull(() => retained.forgetOthers(null));
      });
    },
  };
};

export const lastSeen = createLastSeen(answersOnDevice);
