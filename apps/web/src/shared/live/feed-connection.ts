export interface FeedAccess {
  /** ws: or wss: */
  readonly address: string;
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

interface FeedHearing {
  readonly onMessage: (topic: string, text: string) => void;
  /** However it ended; called once. */
  readonly onClose: () => void;
}

/** A connection to the broker that was made; it ends once and does not come back. */
export interface FeedConnection {
  isConnected(): boolean;
  /** Resolves once messages of these topics are delivered, or never will be. */
  subscribe(topics: readonly string[]): Promise<void>;
  unsubscribe(topics: readonly string[]): void;
  /** @param isDead - whether the other side cannot hear a good-bye any more */
  end(isDead: boolean): void;
}

/** The broker itself has answered, and let nobody in: the way to it is open. */
export class FeedRefused extends Error {}

/** Throws FeedRefused, or an Error where nobody answered. */
export type ConnectFeed = (access: FeedAccess, hearing: FeedHearing) => Promise<FeedConnection>;
