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
  /** Time at which an edge received the message; by default the current time. */
  readonly receivedAt?: Instant;
  /** Closes the connection of the message without an acknowledgement, so that the board sends the message again. */
  readonly sendAway?: () => void;
}

/** Maximum payload. Real messages contain the status of one meter in a few kB. */
const MAX_MESSAGE_BYTES = 65_536;
/** Times of adapted frames are multiples of this; the next millisecond is for a frame with energy in the other direction. */
const GRAIN_MS = 10;

export type AdaptedIntake = ReturnType<typeof createAdaptedIntake>;

export const createAdaptedIntake = (needs: {
  clock: () => Instant;
  retentionDays: number;
  lane: AdaptedLane;
  feed: LiveFeed;
  refusals: RefusalLane;
}) => {
  const { clock, retentionDays, lane, feed, refusals } = needs;

  const refuse = (
    reason: RefusalReason,
    { mac }: CachedBoard,
    { topic, payload }: BoardMessage,
    done: () => void,
  ): void => refusals.push({ reason, mac, topic, payload }, openTicket(1, done));

  /** A message without a time gets its second of arrival, so that messages of one burst form one frame. */
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
    /** Converts a message by the adapter of its board; calls `done` when its values or its rejection are durable. */
    receive(
      board: CachedBoard,
      adapter: RoutedAdapter,
      message: BoardMessage,
      done: () => void,
      refused: (reason: RefusalReason) => void = () => undefined,
    ) {
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
      // Readings of an ended installation may belong to a former owner, so current viewers do not get them.
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
