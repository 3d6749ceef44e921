import type { Instant } from '@nascente/domain/base/time/zone';

/** What a board published, and where. */
export interface BoardMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** When it came in, where that was somewhere else; now where it is left out. */
  readonly receivedAt?: Instant;
  /** Closes the connection that brought it, unacknowledged, so that it is sent again. */
  readonly sendAway?: () => void;
}
