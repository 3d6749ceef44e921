import type { FeedAccess } from './feed-connection.ts';

/** What the page asks of the worker that holds its connections; each has a number that the page gives. */
export type FeedOrder = { readonly id: number } & (
  | { readonly order: 'connect'; readonly access: FeedAccess }
  | { readonly order: 'subscribe'; readonly topics: readonly string[] }
  | { readonly order: 'unsubscribe'; readonly topics: readonly string[] }
  | { readonly order: 'end'; readonly isDead: boolean }
);

/** What the worker tells of a connection. */
export type FeedNews = { readonly id: number } & (
  | { readonly news: 'connected' | 'closed' }
  /** In the order in which it was asked. */
  | { readonly news: 'subscribed' }
  | { readonly news: 'failed'; readonly isRefusal: boolean }
  | { readonly news: 'message'; readonly topic: string; readonly text: string }
);

/** A worker from within or from without, or one end of a channel. */
export interface FeedPort<Sent, Heard> {
  postMessage(sent: Sent): void;
  addEventListener(kind: 'message', hear: (event: MessageEvent<Heard>) => void): void;
}
