import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '@nascente/domain/base/time/zone';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { parseBoardTopic } from '@nascente/domain/telemetry/frames/topic';
import type { MessageLog } from '@nascente/message-log/message-log';
import type { Log } from '@nascente/runtime/log';
import type { BoardDirectory } from '../board-directory.ts';
import type { Intake } from '../intake.ts';
import { createLogEntry, type LogEntry } from './logged-messages.ts';

/** What an edge does where others store: it puts messages into the log, and acknowledges them once they lie there. */
interface LoggedIntake {
  readonly receive: Intake['receive'];
  /** The log takes nothing at the moment; boards are sent away and send again. */
  readonly isStalled: () => boolean;
  /** Resolves when nothing is waiting or under way. */
  readonly drained: () => Promise<void>;
}

const MAX_MESSAGES = 500;
const MAX_BYTES = 256_000;
const GATHER_MS = 4;
/** How often a log is asked that does not answer while it chooses a new leader; a full disk is told at once. */
const TRIES = 3;
const BETWEEN_TRIES_MS = 500;

interface Load {
  readonly entry: LogEntry;
  readonly done: (() => void)[];
  readonly sendAway: (() => void)[];
}

const newLoad = (): Load => ({ entry: createLogEntry(), done: [], sendAway: [] });

export const createLoggedIntake = (needs: {
  log: Log;
  messages: Pick<MessageLog, 'append'>;
  directory: Pick<BoardDirectory, 'find' | 'findByTopic'>;
  clock: () => Instant;
}): LoggedIntake => {
  const { log, messages, directory, clock } = needs;
  const edge = randomBytes(9).toString('base64url');
  const underWay = new Set<Promise<void>>();
  let gathering = newLoad();
  let timer: NodeJS.Timeout | undefined;
  let number = 0;
  let stalled = false;

  const append = async (bytes: Uint8Array, id: string): Promise<void> => {
    for (let tried = 1; ; tried++) {
      try {
        return await messages.append(bytes, id);
      } catch (failure) {
        if (tried === TRIES) throw failure;
        await pause(BETWEEN_TRIES_MS);
      }
    }
  };

  const send = async ({ entry, done, sendAway }: Load): Promise<void> => {
    try {
      await append(entry.encoded(), `${edge} ${++number}`);
      stalled = false;
    } catch (failure) {
      stalled = true;
      log.warn(
        { reason: String(failure), messages: entry.count() },
        'The log refused messages: boards send again',
      );
      // Closed before it is told that nothing is held for it any more: so it is not acknowledged.
      for (const close of sendAway) close();
    }
    for (const finish of done) finish();
  };

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const load = gathering;
    gathering = newLoad();
    const sending = send(load).finally(() => underWay.delete(sending));
    underWay.add(sending);
  };

  /** Whose allowance it takes; whether it is really theirs is judged where it is stored. */
  const boardOf = (topic: string): Mac | null => {
    const mac = parseBoardTopic(topic);
    const board = mac === null ? directory.findByTopic(topic) : directory.find(mac);
    return board?.mac ?? null;
  };

  return {
    receive(sender, message, done) {
      const { topic, payload, sendAway } = message;
      gathering.entry.add({ sender, topic, payload, receivedAt: clock() });
      gathering.done.push(done);
      if (sendAway !== undefined) gathering.sendAway.push(sendAway);
      if (gathering.entry.count() >= MAX_MESSAGES || gathering.entry.bytes() >= MAX_BYTES) flush();
      else timer ??= setTimeout(flush, GATHER_MS);
      return sender.kind === 'board' ? normalizeMac(sender.mac) : boardOf(topic);
    },
    isStalled: () => stalled,
    async drained() {
      if (gathering.done.length > 0) flush();
      await Promise.allSettled(underWay);
    },
  };
};
