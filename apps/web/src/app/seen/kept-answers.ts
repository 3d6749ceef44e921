import { overTheBounds } from './bounds.ts';

export interface KeptAnswer {
  readonly answer: unknown;
  readonly seenAt: number;
}

/** Where answers rest on the device, by account. Nothing of it is needed: each call may fail, and then nothing was kept. */
export interface KeptAnswers {
  readonly read: (account: string, question: string) => Promise<KeptAnswer | null>;
  /** When the newest of them was answered. */
  readonly newest: (account: string) => Promise<number | null>;
  readonly keep: (account: string, answers: ReadonlyMap<string, KeptAnswer>) => Promise<void>;
  readonly forget: (account: string, question: string) => Promise<void>;
  /** Forgets the answers of every account but this one. */
  readonly forgetOthers: (account: string | null) => Promise<void>;
}

const PREFIX = 'nascente-seen-';
const QUESTION = 'question';
const SEEN_AT = 'seen-at';
const PROGRAM = 'program';
const BYTES = 'bytes';

/** Another version of the program may expect another shape: the name of its entry changes with anything in it. */
const program = (): string => {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return entry === null ? '' : new URL(entry.src).pathname;
};

const addressOf = (question: string): string => `/seen?${new URLSearchParams({ question }).toString()}`;

const responseOf = (question: string, { answer, seenAt }: KeptAnswer): Response => {
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

/** All at once, by their headers: what they hold is not read. */
const keptIn = async (cache: Cache) =>
  (await cache.matchAll()).map((response) => ({
    question: decodeURIComponent(response.headers.get(QUESTION) ?? ''),
    seenAt: numberIn(response, SEEN_AT),
    bytes: numberIn(response, BYTES),
  }));

const dropOver = async (cache: Cache): Promise<void> => {
  const over = overTheBounds(await keptIn(cache), Date.now());
  await Promise.all(over.map(({ question }) => cache.delete(addressOf(question))));
};

/** The browser's Cache Storage: made for what is shown without a network, and erased with the site's data. */
export const answersOnDevice: KeptAnswers = {
  read: async (account, question) => {
    const found = await caches.match(addressOf(question), { cacheName: PREFIX + account });
    if (found === undefined || found.headers.get(PROGRAM) !== program()) return null;
    return { answer: (await found.json()) as unknown, seenAt: numberIn(found, SEEN_AT) };
  },
  newest: async (account) => {
    const kept = await keptIn(await caches.open(PREFIX + account));
    return kept.length === 0 ? null : Math.max(...kept.map(({ seenAt }) => seenAt));
  },
  keep: async (account, answers) => {
    const cache = await caches.open(PREFIX + account);
    // One after the other: to pack dozens at once would hold up a slow phone for a tenth of a second.
    for (const [question, kept] of answers) await cache.put(addressOf(question), responseOf(question, kept));
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
