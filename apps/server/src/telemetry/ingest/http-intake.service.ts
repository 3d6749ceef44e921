import { createHash, timingSafeEqual } from 'node:crypto';
import type { BodyOf } from '@nascente/contract/base/call';
import type { ingestReadings } from '@nascente/contract/telemetry/ingest';
import { SECOND_MS } from '@nascente/domain/base/time/zone';
import { MAC_LENGTH, type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { explainRefusal } from '@nascente/domain/telemetry/frames/refusal';
import { boardTopics } from '@nascente/domain/telemetry/frames/topic';
import { Conflict, LimitReached, Unavailable, WrongCredentials } from '../../platform/errors.ts';
import { createPlaces } from '../../platform/limits/places.ts';
import { subscriberOf } from '../../platform/limits/subscriber.ts';
import type { Rate } from '../../platform/mqtt/allowance.ts';
import { createAllowances } from '../../platform/mqtt/allowance.ts';
import type { Ingest } from './ingest.ts';
import type { Sender } from './intake.ts';
import { type RefusedReading, readSentReadings, type SentLine } from './sent-readings.ts';

/**
 * A credential for many boards may send as much as ten boards at their limit: by default 1,000 lines a second. 1,000 boards
 * send 200, one each in five seconds.
 */
const SHARED_SHARE = 10;

const secondsOf = (ms: number): number => Math.ceil(ms / SECOND_MS);

/**
 * Limits the HTTP rate of each board, for any credential that sends for it, and of each credential for many boards in total.
 */
export const createIntakeRate = (needs: {
  rate: Rate;
  isBoard: (mac: Mac) => boolean;
  now?: () => number;
}) => {
  const { rate, isBoard, now } = needs;
  const { messagesPerSecond, bytesPerSecond, burstSeconds } = rate;
  const boards = createAllowances(rate, now);
  const credentials = createAllowances(
    {
      messagesPerSecond: SHARED_SHARE * messagesPerSecond,
      bytesPerSecond: SHARED_SHARE * bytesPerSecond,
      burstSeconds,
    },
    now,
  );
  // Looked up at each use, because `sweep` removes full buckets, and a removed one would not limit.
  const allowanceOf = (sender: Sender) => {
    if (sender.kind === 'board') return boards.of(sender.mac);
    return credentials.of(sender.kind === 'gateway' ? sender.id : '');
  };

  return {
    /** Seconds until the credential may send again; 0: now. */
    waitSeconds(sender: Sender): number {
      boards.sweep();
      credentials.sweep();
      return secondsOf(allowanceOf(sender).waitMs());
    },
    /** Counts a message that is not a line of a board. */
    spend: (sender: Sender, bytes: number): void => allowanceOf(sender).spend(bytes),
    /**
     * Separates lines of boards within their rate, and returns the seconds until the others may send again; 0: there are no
     * others.
     */
    admit(sender: Sender, lines: readonly SentLine[]): { within: readonly SentLine[]; waitSeconds: number } {
      const ofSender = allowanceOf(sender);
      for (const { line } of lines) ofSender.spend(line.length);
      if (sender.kind === 'board') return { within: lines, waitSeconds: 0 };
      // Lines of an unknown MAC count only for the credential, so that invented MACs do not fill memory.
      const macs = [...new Set(lines.map(({ mac }) => mac))].filter(isBoard);
      const waits = new Map(macs.map((mac) => [mac, boards.of(mac).waitMs()]));
      const within = lines.filter(({ mac }) => !waits.get(mac));
      for (const { mac, line } of within) if (waits.has(mac)) boards.of(mac).spend(line.length);
      return { within, waitSeconds: secondsOf(Math.max(0, ...waits.values())) };
    },
  };
};

interface Taken {
  readonly accepted: number;
  readonly refused: RefusedReading[];
}

/** The sender of a call in progress. */
export interface HttpSender {
  readonly sender: Sender;
  /** Reports that the body has arrived completely. */
  arrived(): void;
  /** Resolves when all accepted readings are stored. */
  take(body: BodyOf<typeof ingestReadings>): Promise<Taken>;
  leave(): void;
}

export type HttpIntake = ReturnType<typeof createHttpIntake>;

/** Maximum concurrent calls. Their bodies have at most 4 MiB each, 64 MiB in all. */
const MAX_CALLS = 16;
/** Maximum concurrent calls of a sender. `fleet`: the credential shared by all boards. */
const MAX_CALLS_OF = { board: 1, fleet: 8, gateway: 4 } as const;
/** Readings that are not stored by then are not acknowledged; the client sends them again. */
const STORED_WITHIN_MS = 20 * SECOND_MS;
const NO_KEY = Buffer.alloc(32);
const WRONG = 'MAC ou chave do medidor incorretos.';
const WRONG_GATEWAY = 'Chave do gateway inválida ou revogada.';

const TOO_MUCH = {
  board: 'O medidor enviou leituras demais.',
  fleet: 'Esta credencial enviou leituras demais.',
  gateway: 'Este gateway enviou leituras demais.',
} as const;
const someAboveRate = (seconds: number): string =>
  `Um dos medidores enviou leituras demais. As dos outros foram gravadas: envie tudo de novo em ${seconds} s, nada é contado duas vezes.`;

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();
const isSame = (hash: Buffer, other: Buffer): boolean =>
  hash.length === other.length && timingSafeEqual(hash, other);

const GATEWAY_KEY = /(?:^|:)(nsi_[\w-]+)$/;
const BEARER = /^Bearer +(\S+) *$/i;
const BASIC = /^Basic +([A-Za-z0-9+/=]+) *$/i;

/** `user:password` of a Basic header; empty without such a header. */
const credentialsOf = (authorization: string | undefined): string =>
  Buffer.from(BASIC.exec(authorization ?? '')?.[1] ?? '', 'base64').toString('utf8');

const nameOf = (sender: Sender): string => {
  if (sender.kind === 'board') return sender.mac;
  return sender.kind === 'gateway' ? sender.id : '';
};

/** Finds a gateway and its account by its key; `null`: the key is unknown or revoked. */
export type FindGateway = (
  key: string,
) => Promise<{ readonly id: string; readonly caller: { readonly accountId: string } } | null>;

interface Identified {
  readonly sender: Sender;
  /** The account of the board or gateway; `null`: a fleet, or a board that is not installed. */
  readonly account: string | null;
}

/** Accepts readings over HTTP with the keys, checks and storage of MQTT. */
export const createHttpIntake = (needs: {
  ingest: Pick<Ingest, 'findBoard' | 'receive'>;
  boardCredentials: { readonly user: string; readonly password: string } | null;
  findGateway: FindGateway;
  rate: Rate;
}) => {
  const { ingest, boardCredentials, findGateway, rate } = needs;
  const limit = createIntakeRate({ rate, isBoard: (mac) => ingest.findBoard(mac) !== undefined });
  const { user, password } = boardCredentials ?? { user: '', password: '' };
  const fleetHash = sha256(`${user}:${password}`);
  /** Names of the senders of calls in progress, once for each call. */
  const calling: string[] = [];
  const places = createPlaces({ all: MAX_CALLS });

  const gatewayOf = async (key: string): Promise<Identified> => {
    const gateway = await findGateway(key);
    if (gateway === null) throw new WrongCredentials(WRONG_GATEWAY);
    return { sender: { kind: 'gateway', id: gateway.id }, account: gateway.caller.accountId };
  };

  const senderOf = async (authorization: string | undefined): Promise<Identified> => {
    const bearer = BEARER.exec(authorization ?? '')?.[1];
    const credentials = bearer ?? credentialsOf(authorization);
    const gatewayKey = GATEWAY_KEY.exec(credentials)?.[1];
    if (gatewayKey !== undefined) return gatewayOf(gatewayKey);
    if (boardCredentials !== null && isSame(sha256(credentials), fleetHash))
      return { sender: { kind: 'fleet' }, account: null };
    // The MAC contains colons, so the user name cannot be split at the first colon.
    const mac = normalizeMac(credentials.slice(0, MAC_LENGTH));
    const board = mac === null ? undefined : ingest.findBoard(mac);
    const matches = isSame(sha256(credentials.slice(MAC_LENGTH + 1)), board?.keyHash ?? NO_KEY);
    if (board === undefined || !matches) throw new WrongCredentials(WRONG);
    const { keyHash, owner } = board;
    return {
      sender: { kind: 'board', mac: board.mac, topics: boardTopics(board.mac), keyHash },
      account: owner,
    };
  };

  /** Passes the lines of a board to the intake as one message. */
  const send = (sender: Sender, mac: Mac, lines: readonly SentLine[]): Promise<RefusedReading[]> => {
    const refused: RefusedReading[] = [];
    const [topic] = boardTopics(mac);
    const payload = Buffer.from(lines.map(({ line }) => line).join('\n'), 'latin1');
    const { promise, resolve } = Promise.withResolvers<RefusedReading[]>();
    ingest.receive(
      sender,
      { topic, payload },
      () => resolve(refused),
      (line, reason) => {
        for (const { index } of line === null ? lines : lines.slice(line, line + 1))
          refused.push({ index, reason, msg: explainRefusal(reason) });
      },
    );
    return promise;
  };

  /** Passes each message of a board with an adapter to the intake as if it had been published on the topic of the adapter. */
  const takeAdapted = async (
    sender: Sender,
    topic: string,
    body: BodyOf<typeof ingestReadings>,
  ): Promise<Taken> => {
    const messages = Array.isArray(body) ? body : [body];
    const refused: RefusedReading[] = [];
    const stored = messages.map((message, index) => {
      const payload = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message), 'utf8');
      limit.spend(sender, payload.length);
      const { promise, resolve } = Promise.withResolvers<void>();
      ingest.receive(sender, { topic, payload }, resolve, (_, reason) =>
        refused.push({ index, reason, msg: explainRefusal(reason) }),
      );
      return promise;
    });
    await storedInTime(Promise.all(stored));
    return {
      accepted: messages.length - refused.length,
      refused: refused.sort((one, other) => one.index - other.index),
    };
  };

  const storedInTime = async <T>(stored: Promise<T>): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>();
    const late =
      'As leituras ainda não foram gravadas: envie de novo em instantes, nada é contado duas vezes.';
    const timer = setTimeout(() => reject(new Unavailable(late)), STORED_WITHIN_MS);
    try {
      return await Promise.race([stored, promise]);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    /**
     * Authenticates by the `Authorization` header. `giveUp` ends the call in favour of another client. Throws WrongCredentials
     * for unknown credentials, LimitReached for a sender above its rate, Conflict for one with too many concurrent calls, and
     * Unavailable if there is no place for another call.
     */
    async admit({
      authorization,
      address,
      giveUp,
    }: {
      readonly authorization: string | undefined;
      readonly address: string;
      readonly giveUp: () => void;
    }): Promise<HttpSender> {
      const { sender, account } = await senderOf(authorization);
      // No `await` follows, so that checking and taking a place cannot be interrupted.
      const name = nameOf(sender);
      const seconds = limit.waitSeconds(sender);
      if (seconds > 0)
        throw new LimitReached(`${TOO_MUCH[sender.kind]} Envie de novo em ${seconds} s.`, seconds);
      if (calling.filter((one) => one === name).length >= MAX_CALLS_OF[sender.kind])
        throw new Conflict('Já há um envio em andamento: envie o próximo depois da resposta.');
      const holders = [
        `address ${subscriberOf(address)}`,
        ...(account === null ? [] : [`account ${account}`]),
      ];
      const place = places.take(holders, giveUp);
      if (place === null) throw new Unavailable();
      calling.push(name);
      return {
        sender,
        async take(body) {
          const own = sender.kind === 'board' ? sender.mac : null;
          const adapter = own === null ? null : (ingest.findBoard(own)?.adapter ?? null);
          if (adapter !== null) return takeAdapted(sender, adapter.topic, body);
          const { lines, refused } = readSentReadings(body, ingest.findBoard, own);
          const { within, waitSeconds } = limit.admit(sender, lines);
          const byBoard = Map.groupBy(within, ({ mac }) => mac);
          const refusals = await storedInTime(
            Promise.all([...byBoard].map(([mac, ofBoard]) => send(sender, mac, ofBoard))),
          );
          if (waitSeconds > 0) throw new LimitReached(someAboveRate(waitSeconds), waitSeconds);
          const all = [...refused, ...refusals.flat()].sort((one, other) => one.index - other.index);
          return { accepted: lines.length + refused.length - all.length, refused: all };
        },
        arrived: place.settle,
        leave() {
          place.leave();
          calling.splice(calling.indexOf(name), 1);
        },
      };
    },
  };
};
