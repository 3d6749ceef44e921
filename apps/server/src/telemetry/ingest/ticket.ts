import type { Mac } from '@nascente/domain/sites/boards/mac';
import { type Frame, formatFrame } from '@nascente/domain/telemetry/frames/frame';

/** Publishes accepted frames to viewers; `watched` is called first, so that frames without viewers are not collected. */
export interface LiveFeed {
  watched(mac: Mac): boolean;
  deliver(topic: string, payload: Buffer): void;
}

/** Frames of a message to publish once it is durable. */
export interface Showing {
  readonly mac: Mac;
  readonly topic: string;
  /** The original line of the board; `null`: the message had several lines. */
  readonly payload: Buffer | null;
  readonly frames: Frame[];
}

/** A message of a board on its way to being durable; acknowledged when nothing of it is pending. */
export interface Ticket {
  pending: number;
  done: () => void;
  showing: Showing | null;
}

/** Reused tickets. Tens of thousands a second live just long enough to reach the old generation of the garbage collector. */
const spare: Ticket[] = [];
const none = (): void => undefined;

export const openTicket = (pending: number, done: () => void, showing: Showing | null = null): Ticket => {
  const ticket = spare.pop();
  if (ticket === undefined) return { pending, done, showing };
  ticket.pending = pending;
  ticket.done = done;
  ticket.showing = showing;
  return ticket;
};

/** Maximum lines of a backlog that are published to screens, the newest ones. */
const SHOWN_OF_BACKLOG = 100;

/** Marks one part of the message as durable. After the last one the ticket is reused. */
export const settle = (ticket: Ticket, feed: LiveFeed): void => {
  ticket.pending--;
  if (ticket.pending > 0) return;
  const { done, showing } = ticket;
  ticket.done = none;
  ticket.showing = null;
  spare.push(ticket);
  done();
  if (showing !== null && showing.frames.length > 0) show(showing, feed);
};

/** Publishes a single line as the board sent it; of several, the new ones are encoded again, newest last. */
const show = (showing: Showing, feed: LiveFeed): void => {
  const { mac, topic, payload, frames } = showing;
  if (payload !== null) {
    feed.deliver(topic, payload);
    return;
  }
  const newest = frames.sort((a, b) => a.at - b.at).slice(-SHOWN_OF_BACKLOG);
  feed.deliver(topic, Buffer.from(newest.map((frame) => formatFrame(frame, mac)).join('\n')));
};
