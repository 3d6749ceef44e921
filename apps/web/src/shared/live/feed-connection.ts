interface FeedAccess {
  /** ws: or wss: */
  readonly address: string;
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

interface FeedHearing {
  readonly onMessage: (topic: string, text: string) => void;
  /** Called once, however it ended. */
  readonly onClose: () => void;
}

/** A connection to the broker; it ends once and is not reused. */
export interface FeedConnection {
  isConnected(): boolean;
  /** Resolves once these topics deliver, or never will. */
  subscribe(topics: readonly string[]): Promise<void>;
  unsubscribe(topics: readonly string[]): void;
  /** @param isDead - whether a DISCONNECT would not arrive */
  end(isDead: boolean): void;
}

/** The broker answered and refused: the network path is open. */
export class FeedRefused extends Error {}

/** Throws FeedRefused, or an Error without an answer. */
export type ConnectFeed = (access: FeedAccess, hearing: FeedHearing) => Promise<FeedConnection>;

/** Messages from the page to the worker; `id` names the connection. */
export type FeedOrder = { readonly id: number } & (
  | { readonly order: 'connect'; readonly access: FeedAccess }
  | { readonly order: 'subscribe'; readonly topics: readonly string[] }
  | { readonly order: 'unsubscribe'; readonly topics: readonly string[] }
  | { readonly order: 'end'; readonly isDead: boolean }
);

/** Messages from the worker about a connection. */
export type FeedNews = { readonly id: number } & (
  | { readonly news: 'connected' | 'closed' }
  /** One for each `subscribe`, in the order of the requests. */
  | { readonly news: 'subscribed' }
  | { readonly news: 'failed'; readonly isRefusal: boolean }
  | { readonly news: 'message'; readonly topic: string; readonly text: string }
);

/** Either side of a worker or message channel. */
export interface FeedPort<Sent, Heard> {
  postMessage(sent: Sent): void;
  addEventListener(kind: 'message', hear: (event: MessageEvent<Heard>) => void): void;
}
