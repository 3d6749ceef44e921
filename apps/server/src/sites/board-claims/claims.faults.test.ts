import {
  CLAIM_ALPHABET_SIZE,
  CLAIM_RANDOM_LENGTH,
  claimCodeOf,
} from '@nascente/domain/sites/boards/claim-code';
import { expect, test } from 'vitest';
import { maxLetThrough } from '../../testing/let-through.ts';
import { startRealServer } from '../../testing/processes/real-server.ts';

const GUESSES = Number(process.env.GUESSES ?? 1_200);
const CONCURRENT = 20;
const BOARDS = 12;
/** The boards in stock stand among so many numbers that somebody tries. */
const NEIGHBOURHOOD = 300;
const PASSWORD = 'Forno#quente3';
/** The number of this call among `ways`. */
const VALIDATE = 1;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 30;

type RealServer = Awaited<ReturnType<typeof startRealServer>>;
interface Guesser {
  readonly token: string;
  readonly establishment: string;
}

const macOf = (number: number): string =>
  `A4:CF:12:0D:${(number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}`.toUpperCase();
const drawnCode = (): string =>
  claimCodeOf(
    Array.from({ length: CLAIM_RANDOM_LENGTH }, () => Math.floor(Math.random() * CLAIM_ALPHABET_SIZE)),
  );
const from = (address: string) => ({ 'x-forwarded-for': address });

const signUp = async (server: RealServer, n: number): Promise<Guesser> => {
  const person = { name: 'Chutador', email: `pessoa${n}@chute.test`, password: PASSWORD };
  const created = await server.ask('POST', '/user', person, undefined, from(`198.18.0.${n}`));
  const { token } = (await created.json()) as { token: string };
  const location = { name: 'Galpão', address: 'Rua A, 1', postalCode: '50050-000', description: '' };
  const read = await server.read<{ location: { code: string } }>('POST', '/location', location, token);
  return { token, establishment: read.location.code };
};

/** Every call by which a board is found or installed; what they answer, without what was asked of them. */
const ways: readonly ((
  server: RealServer,
  guesser: Guesser,
  board: { mac: string; code: string | undefined },
  address: string,
) => Promise<Response>)[] = [
  (server, { token }, { mac, code }, address) =>
    server.ask('GET', `/meter/verify/${mac}`, undefined, token, {
      ...from(address),
      ...(code === undefined ? {} : { 'claim-code': code }),
    }),
  (server, { token }, { mac, code }, address) =>
    server.ask('POST', '/board/validate', { id: mac, code }, token, from(address)),
  (server, { token, establishment }, { mac, code }, address) =>
    server.ask(
      'POST',
      '/installation-meter',
      { locationCode: establishment, name: 'Forno', meter: mac, code },
      token,
      from(address),
    ),
  (server, { token }, { mac, code }, address) =>
    server.ask(
      'POST',
      '/board-new',
      {
        MACAddress: mac,
        Alias: 'Forno',
        location: { name: 'Loja', address: 'Rua B, 2', postalCode: '50050-000' },
        code,
      },
      token,
      from(address),
    ),
];

test.for([
  ['one account from sixty addresses', 1, 60, (ms: number) => maxLetThrough(PER_ACCOUNT, ms)],
  ['forty accounts from one address', 40, 1, (ms: number) => maxLetThrough(PER_ADDRESS, ms)],
  ['thirty accounts, each from its own', 30, 30, (ms: number) => 30 * maxLetThrough(PER_ACCOUNT, ms)],
] as const)(
  'limits guesses of MACs and codes by %s across a restart, detects no board in stock, and blocks no buyer',
  async ([, accounts, addresses, mostTried], { annotate }) => {
    const server = await startRealServer({ env: { CLAIM_CODES: 'on', TRUST_PROXY: 'yes' } });
    const admin = await server.signIn();
    const numbers = Array.from({ length: BOARDS }, (_, n) => Math.floor((n * NEIGHBOURHOOD) / BOARDS));
    const { boards } = await server.read<{ boards: { mac: string; code: string }[] }>(
      'POST',
      '/admin/boards',
      { boards: numbers.map((number) => ({ mac: macOf(number), type: 'eletric' })) },
      admin,
    );
    const guessers: Guesser[] = [];
    for (let n = 1; n <= accounts; n++) guessers.push(await signUp(server, n));
    const buyer = await signUp(server, 0);

    const answers = ways.map(() => new Map<string, number>());
    const note = async (way: number, answer: Response): Promise<void> => {
      const text = answer.status === 429 ? '' : ` ${await answer.text()}`;
      const statusAndText = `${answer.status}${text}`;
      answers[way]?.set(statusAndText, (answers[way]?.get(statusAndText) ?? 0) + 1);
    };
    const guess = async (n: number, code: string | undefined): Promise<void> => {
      const guesser = guessers[n % accounts];
      const way = Math.floor(n / accounts) % ways.length;
      const board = { mac: macOf((n * 7) % NEIGHBOURHOOD), code };
      if (guesser === undefined) return;
      const answer = await ways[way]?.(server, guesser, board, `203.0.113.${(n % addresses) + 1}`);
      if (answer !== undefined) await note(way, answer);
    };
    const guessAll = async (begin: number, end: number, codeOf: () => string | undefined): Promise<void> => {
      let next = begin;
      const guessing = async (): Promise<void> => {
        while (next < end) await guess(next++, codeOf());
      };
      await Promise.all(Array.from({ length: CONCURRENT }, guessing));
    };
    const buy = async (of: typeof boards): Promise<void> => {
      for (const { mac, code } of of) {
        const bought = await ways[2]?.(server, buyer, { mac, code }, '198.18.7.7');
        expect(bought?.status).toBe(201);
      }
    };
    const answersWith = (status: string): number =>
      answers
        .flatMap((of) => [...of])
        .filter(([text]) => text.startsWith(status))
        .reduce((sum, [, times]) => sum + times, 0);

    const requested = performance.now();
    await guessAll(0, NEIGHBOURHOOD * ways.length, () => undefined);
    const others = answers.filter((_, way) => way !== VALIDATE);
    // With a MAC alone these calls answer the same for a board in stock as for any other, so nothing slows them.
    expect(others.map((of) => [...of.keys()].length)).toEqual([1, 1, 1]);
    expect(others.flatMap((of) => [...of.keys()]).some((text) => text.startsWith('429'))).toBe(false);
    // `validate` answers whether a board is in stock; wrong MACs count as guesses.
    const validated = [...(answers[VALIDATE] ?? [])].filter(([text]) => !text.startsWith('429'));
    expect(validated.every(([text]) => text.includes('"asksCode":true'))).toBe(true);
    const missed = validated
      .filter(([text]) => text.includes('"exists":false'))
      .reduce((sum, [, times]) => sum + times, 0);
    for (const of of answers) of.clear();

    const half = Math.floor(GUESSES / 2);
    await Promise.all([guessAll(0, half, drawnCode), buy(boards.slice(0, BOARDS / 2))]);
    process.kill(server.pid(), 'SIGKILL');
    await server.ready(2);
    await Promise.all([guessAll(half, GUESSES, drawnCode), buy(boards.slice(BOARDS / 2))]);
    const lastedMs = performance.now() - requested;

    const slowed = answersWith('429');
    await annotate(
      `${GUESSES} codes guessed in ${(lastedMs / 1000).toFixed(0)} s: ${GUESSES - slowed} judged`,
    );
    expect(others.every((of) => [...of.keys()].filter((text) => text !== '429').length <= 1)).toBe(true);
    expect(answersWith('201')).toBe(0);
    const judged = missed + GUESSES - slowed;
    expect(judged).toBeLessThanOrEqual(mostTried(lastedMs));
    expect(judged).toBeGreaterThanOrEqual(PER_ACCOUNT);
    const { events } = await server.read<{ events: unknown[] }>(
      'GET',
      '/admin/audit?action=claim-codes-guessed',
      undefined,
      admin,
    );
    expect(events.length).toBeGreaterThan(0);
  },
);
