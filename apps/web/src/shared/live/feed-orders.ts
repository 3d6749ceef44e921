import type { FeedAccess } from './feed-connection.ts';

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
  /** In request order. */
  | { readonly news: 'subscribed' }
  | { readonly news: 'failed'; readonly isRefusal: boolean }
  | { readonly news: 'message'; readonly topic: string; readonly text: string }
);

/** Either side of a worker or message channel. */
export interface FeedPort<Sent, Heard> {
  postMessage(sent: Sent): void;
  addEventListener(kind: 'message', hear: (event: MessageEvent<Heard>) => void): void;
}
