import type { Instant } from '@nascente/domain/base/time/zone';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { type Frame, parsePayload } from '@nascente/domain/telemetry/frames/frame';
import { judgePlausibility, MAXIMUM_AHEAD_MS } from '@nascente/domain/telemetry/frames/plausibility';
import { isRefusal, type RefusalReason } from '@nascente/domain/telemetry/frames/refusal';
import { gatewayTopic, parseBoardTopic, topicFor } from '@nascente/domain/telemetry/frames/topic';
import { LIVE_FOR_MS } from '../series/index.ts';
import type { AdaptedIntake, BoardMessage } from './adapted/adapted-intake.ts';
import {
  type BoardDirectory,
  type CachedBoard,
  installationAt,
  type RoutedInstallation,
} from './board-directory.ts';
import type { FrameLane } from './frames/frame-lane.ts';
import type { RefusalLane } from './refusals/refusal-lane.ts';
import { type LiveFeed, openTicket, type Showing, type Ticket } from './ticket.ts';

/** The sender of a message: a board, the credential shared by all boards, which may publish for each of them, or a gateway. */
export type Sender =
  | {
      readonly kind: 'board';
      readonly mac: Mac;
      readonly topics: readonly [string, string];
      /** The hash of the key with which the board connected. */
      readonly keyHash: Buffer;
    }
  | { readonly kind: 'fleet' }
  /** A gateway. It may publish for the boards that its owner chose, while they belong to that owner. */
  | { readonly kind: 'gateway'; readonly id: string };

/** Called with the reason of a rejected line and its index in the message; `null`: the whole message is rejected. */
type HearRefusal = (line: number | null, reason: RefusalReason) => void;

export interface Intake {
  /**
   * Calls `done` when all of the message is durable: frames stored, rejections counted. @returns the sending board; for another
   * sender the board of the topic, or `null` if it is unknown, not the sender's, or one of several
   */
  readonly receive: (
    sender: Sender,
    message: BoardMessage,
    done: () => void,
    refused?: HearRefusal,
  ) => Mac | null;
}

const ignoreRefusal: HearRefusal = () => undefined;

/** 10,000 lines of a tri board are about 2.5 MB. */
const MAX_PAYLOAD_BYTES = 4_000_000;
const MAX_LINES = 20_000;
/** Maximum rejected lines of one payload that are stored for inspection; all are counted. */
const STORED_PER_PAYLOAD = 3;
const LINE_FEED = 10;

export const createIntake = (needs: {
  directory: BoardDirectory;
  clock: () => Instant;
  retentionDays: number;
  live: readonly [FrameLane, ...FrameLane[]];
  late: FrameLane;
  adapted: AdaptedIntake;
  refusals: RefusalLane;
  feed: LiveFeed;
}): Intake => {
  const { directory, clock, retentionDays, live, late, adapted, refusals, feed } = needs;

  const refusePayload = (
    reason: RefusalReason,
    mac: Mac | null,
    message: BoardMessage,
    done: () => void,
  ): void => {
    const ticket = openTicket(1, done);
    refusals.push({ reason, mac, topic: message.topic, payload: message.payload }, ticket);
  };

  const showingOf = (mac: Mac, message: BoardMessage, lines: number): Showing | null => {
    if (!feed.watched(mac)) return null;
    // A copy, because the original is a view of the whole buffer that was read from the socket.
    const payload = lines === 1 ? Buffer.from(message.payload) : null;
    return { mac, topic: message.topic, payload, frames: [] };
  };

  /** Passes a frame to its lane; @returns the reason if it is rejected, otherwise `null` */
  const acceptFrame = (
    board: CachedBoard,
    frame: Frame,
    ticket: Ticket,
    now: Instant,
  ): RefusalReason | null => {
    if (frame.kind !== board.kind) return 'kind-mismatch';
    const installation = installationAt(board, frame.at);
    if (installation === null) return outsideReason(frame.at, now) ?? 'not-installed';
    const previousAt = installation.newestAt;
    const { ratedPhaseWatts } = installation;
    const implausible = judgePlausibility(frame, { now, previousAt, retentionDays, ratedPhaseWatts });
    if (implausible !== null) return implausible;
    const isNewest = movesNewest(installation, frame.at);
    // A backlog of an ended installation may belong to a former owner, so current viewers do not get it.
    if (installation.until !== null) ticket.showing = null;
    const isLive = isNewest && frame.at > now - LIVE_FOR_MS;
    const lane = isLive ? (live[installation.id % live.length] ?? live[0]) : late;
    lane.push(installation.id, frame, ticket);
    return null;
  };

  const outsideReason = (at: Instant, now: Instant): RefusalReason | null =>
    at > now + MAXIMUM_AHEAD_MS ? 'future' : null;

  const intake: Intake = {
    receive(sender, message, done, refused = ignoreRefusal) {
      if (sender.kind === 'gateway' && message.topic === gatewayTopic(sender.id)) {
        if (isTooLarge(message.payload)) refusePayload('too-large', null, message, done);
        else takeOfMany(sender, message, done);
        return null;
      }
      const mac = macOf(sender, message.topic);
      if (mac === null) return takeForeign(sender, message, done, refused);
      if (sender.kind === 'board' && sender.mac !== mac) {
        refused(null, 'not-own-topic');
        refusePayload('not-own-topic', sender.mac, message, done);
        return sender.mac;
      }
      const board = directory.find(mac);
      // A gateway learns nothing about boards of other owners.
      if (!maySpeakFor(sender, board)) {
        refused(null, 'not-own-topic');
        refusePayload('not-own-topic', null, message, done);
        return null;
      }
      if (board === undefined) {
        refused(null, 'unknown-board');
        refusePayload('unknown-board', mac, message, done);
        return sender.kind === 'board' ? mac : null;
      }
      takeOwn(board, message, done, refused);
      return mac;
    },
  };
  return intake;

  function takeOwn(board: CachedBoard, message: BoardMessage, done: () => void, refused: HearRefusal): void {
    const reason = payloadReason(board, message);
    if (reason === null) takeLines(board, message, done, refused);
    else {
      refused(null, reason);
      refusePayload(reason, board.mac, message, done);
    }
  }

  function payloadReason({ adapter }: CachedBoard, { payload }: BoardMessage): RefusalReason | null {
    if (adapter !== null) return 'not-own-topic';
    return isTooLarge(payload) ? 'too-large' : null;
  }

  /** Processes lines of several boards as if each board had sent its own. */
  function takeOfMany(sender: Sender, message: BoardMessage, done: () => void): void {
    const byBoard = linesByBoard(message.payload);
    if (byBoard.size === 0) refusePayload('empty', null, message, done);
    let open = byBoard.size;
    const partDone = (): void => {
      if (--open === 0) done();
    };
    for (const [mac, lines] of byBoard) {
      const payload = Buffer.from(lines.join('\n'), 'latin1');
      if (mac === null) refusePayload('mac-mismatch', null, { ...message, payload }, partDone);
      else intake.receive(sender, { ...message, topic: topicFor(mac, 'emd'), payload }, partDone);
    }
  }

  /** Processes a message on a topic that is not one of a native board; it may be the topic of an adapter. */
  function takeForeign(
    sender: Sender,
    message: BoardMessage,
    done: () => void,
    refused: HearRefusal,
  ): Mac | null {
    const found = sender.kind === 'board' ? directory.find(sender.mac) : directory.findByTopic(message.topic);
    const board = maySpeakFor(sender, found) ? found : undefined;
    const adapter = board?.adapter ?? null;
    const mac = sender.kind === 'board' ? sender.mac : (board?.mac ?? null);
    if (board !== undefined && adapter !== null)
      adapted.receive(board, adapter, message, done, (reason) => refused(null, reason));
    else refusePayload('bad-topic', mac, message, done);
    return mac;
  }

  function takeLines(
    board: CachedBoard,
    message: BoardMessage,
    done: () => void,
    refused: HearRefusal,
  ): void {
    const outcomes = parsePayload(message.payload.toString('latin1'), board.mac);
    const ticket = openTicket(outcomes.length, done, showingOf(board.mac, message, outcomes.length));
    const now = message.receivedAt ?? clock();
    let retained = 0;
    for (const [index, outcome] of outcomes.entries()) {
      const reason = isRefusal(outcome) ? outcome.refused : acceptFrame(board, outcome, ticket, now);
      if (reason === null) continue;
      refused(index, reason);
      const isStored = retained++ < STORED_PER_PAYLOAD;
      const line = isStored ? lineOf(outcome, message) : null;
      refusals.push({ reason, mac: board.mac, topic: message.topic, payload: line }, ticket);
    }
  }
};

const LINE = /\r?\n/;

const maySpeakFor = (sender: Sender, board: CachedBoard | undefined): boolean =>
  sender.kind !== 'gateway' || board?.gateways.has(sender.id) === true;

/** Groups lines by the MAC at their beginning; `null`: no MAC. */
const linesByBoard = (payload: Buffer): Map<Mac | null, string[]> => {
  const lines = payload
    .toString('latin1')
    .split(LINE)
    .filter((line) => line !== '');
  return Map.groupBy(lines, (line) => normalizeMac(line.slice(0, line.indexOf(','))));
};

/** The boards named in a gateway's message, whether it may send for them or not. */
export const boardsNamedIn = (payload: Buffer): readonly Mac[] =>
  [...linesByBoard(payload).keys()].filter((mac) => mac !== null);

/** Whether a frame is newer than all earlier ones of its installation; if so, it is recorded as the newest. */
const movesNewest = (installation: RoutedInstallation, at: Instant): boolean => {
  const isNewest = installation.newestAt === null || at > installation.newestAt;
  if (isNewest) installation.newestAt = at;
  return isNewest;
};

/** The MAC of a topic. Nearly always it is the sender's own topic, so it is compared before it is parsed. */
const macOf = (sender: Sender, topic: string): Mac | null =>
  sender.kind === 'board' && (topic === sender.topics[0] || topic === sender.topics[1])
    ? sender.mac
    : parseBoardTopic(topic);

const lineOf = (outcome: object, message: BoardMessage): Buffer =>
  isRefusal(outcome) && outcome.line !== '' ? Buffer.from(outcome.line, 'latin1') : message.payload;

const isTooLarge = (payload: Buffer): boolean => {
  if (payload.length > MAX_PAYLOAD_BYTES) return true;
  let lines = 0;
  for (let at = payload.indexOf(LINE_FEED); at >= 0; at = payload.indexOf(LINE_FEED, at + 1)) {
    if (++lines > MAX_LINES) return true;
  }
  return false;
};
