import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { lookupPublic, refuseClosedHost } from './public-address.ts';

/** What came back of a message to a foreign server: its status, or why there is none. */
export type Answered =
  | { readonly status: number; readonly reason: null }
  | { readonly status: null; readonly reason: string };

/** Sends JSON to an address that people gave. A redirect is an answer like any other: it is not followed. */
export type PostJson = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
) => Promise<Answered>;

const TIMEOUT_MS = 10_000;
const NO_ANSWER = 'Não houve resposta em 10 s.';

/** @param allowsPrivate - whether addresses may lead into the network of this server */
export const createPostJson =
  ({ allowsPrivate }: { readonly allowsPrivate: boolean }): PostJson =>
  (url, body, headers) =>
    new Promise((resolve) => {
      const fail = (failure: unknown): void =>
        resolve({ status: null, reason: failure instanceof Error ? failure.message : String(failure) });
      try {
        const address = new URL(url);
        if (!allowsPrivate) refuseClosedHost(address);
        const send = address.protocol === 'https:' ? requestHttps : requestHttp;
        const outgoing = send(address, {
          method: 'POST',
          // No connection is kept: what a name leads to is looked at each time.
          agent: false,
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: {
            ...headers,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
          ...(allowsPrivate ? {} : { lookup: lookupPublic }),
        });
        outgoing.on('response', (response) => {
          response.destroy();
          resolve({ status: response.statusCode ?? 0, reason: null });
        });
        outgoing.on('error', (failure) => fail(failure.name === 'TimeoutError' ? NO_ANSWER : failure));
        outgoing.end(body);
      } catch (failure) {
        fail(failure);
      }
    });
