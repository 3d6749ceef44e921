import { DAY_MS, type Instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { MessageReader } from '@nascente/domain/telemetry/adapters/adapter';
import type { Adapted } from '@nascente/domain/telemetry/adapters/mapping';
import { MAXIMUM_AHEAD_MS } from '@nascente/domain/telemetry/frames/plausibility';
import type { RefusalReason } from '@nascente/domain/telemetry/frames/refusal';
import { boardTopics } from '@nascente/domain/telemetry/frames/topic';
import { type CachedBoard, installationAt, type RoutedAdapter } from '../board-directory.ts';
import type { RefusalLane } from '../refusals/refusal-lane.ts';
import { type LiveFeed, openTicket } from '../ticket.ts';
import type { AdaptedLane } from './adapted-lane.ts';

/** A published message of a board, with its topic. */
export interface BoardMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** When it came in, where that was somewhere else; now where it is left out. */
  readonly receivedAt?: Instant;
  /** Closes the connection that brought it, unacknowledged, so that it is sent again. */
  readonly sendAway?: () => void;
}

/** A message is a status of one meter; even one with everything a firmware knows has a few kB. */
const MAX_MESSAGE_BYTES = 65_536;
/** Instants of adapted frames end in a zero; the millisecond after one is for energy in the other direction. */
const GRAIN_MS = 10;

export interface AdaptedIntake {
  /** Reads a message by the board's adapter; calls `done` once everything in it is durable. */
  readonly receive: (
    board: CachedBoard,
    adapter: RoutedAdapter,
    message: BoardMessage,
    done: () => void,
    refused?: (reason: RefusalReason) => void,
  ) => void;
}

export const createAdaptedIntake = (needs: {
  clock: () => Instant;
  retentionDays: number;
  lane: AdaptedLane;
  feed: LiveFeed;
  refusals: RefusalLane;
}): AdaptedIntake => {
  const { clock, retentionDays, lane, feed, refusals } = needs;

  const refuse = (
    reason: RefusalReason,
    { mac }: CachedBoard,
    { topic, payload }: BoardMessage,
    done: () => void,
  ): void => refusals.push({ reason, mac, topic, payload }, openTicket(1, done));

  /** A message without a time belongs to its second of arrival: the values of one burst make one frame. */
  const instantOf = ({ at }: Adapted, now: Instant): Instant => {
    const [measuredAt, grain] = at === null ? [now, SECOND_MS] : [at, GRAIN_MS];
    return (measuredAt - (measuredAt % grain)) as Instant;
  };

  const read = (adapter: RoutedAdapter, { topic, payload }: BoardMessage): ReturnType<MessageReader> =>
    payload.length > MAX_MESSAGE_BYTES
      ? { refused: 'too-large' }
      : adapter.read(topic, payload.toString('utf8'));

  const judgeTime = (at: Instant, now: Instant): RefusalReason | null => {
    if (at > now + MAXIMUM_AHEAD_MS) return 'future';
    return at < now - retentionDays * DAY_MS ? 'too-old' : null;
  };

  return {
    receive(board, adapter, message, done, refused = () => undefined) {
      const refuseWith = (reason: RefusalReason): void => {
        refused(reason);
        refuse(reason, board, message, done);
      };
      const outcome = read(adapter, message);
      if ('refused' in outcome) return refuseWith(outcome.refused);
      const now = message.receivedAt ?? clock();
      const at = instantOf(outcome, now);
      const outside = judgeTime(at, now);
      if (outside !== null) return refuseWith(outside);
      const installation = installationAt(board, at);
      if (installation === null) return refuseWith('not-installed');
      if (installation.newestAt === null || at > installation.newestAt) installation.newestAt = at;
      // Readings before the board changed hands belong to its former owner and are not shown to present viewers.
      const isShown = installation.until === null && feed.watched(board.mac);
      const showing = isShown
        ? { mac: board.mac, topic: boardTopics(board.mac)[0], payload: null, frames: [] }
        : null;
      const { measured, registers } = outcome;
      const { limits, isPartial } = adapter;
      const { kind } = board;
      lane.push(
        { installationId: installation.id, kind, at, measured, registers, limits, isPartial },
        openTicket(1, done, showing),
      );
    },
  };
};
