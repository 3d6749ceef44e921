import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { AddressRefused, lookupPublic, refuseClosedHost } from './public-address.ts';

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

/** By the code of the system's error, or of a certificate's. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'O nome do servidor não foi encontrado. Confira o endereço.',
  EAI_AGAIN: 'O nome do servidor não pôde ser procurado agora.',
  ECONNREFUSED: 'O servidor não aceita conexões nessa porta.',
  ECONNRESET: 'O servidor fechou a conexão sem responder.',
  EHOSTUNREACH: 'Não há caminho até o servidor.',
  ENETUNREACH: 'Não há caminho até o servidor.',
  ETIMEDOUT: NO_ANSWER,
  CERT_HAS_EXPIRED: 'O certificado do servidor venceu.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'O certificado do servidor não é de uma autoridade conhecida.',
  SELF_SIGNED_CERT_IN_CHAIN: 'O certificado do servidor não é de uma autoridade conhecida.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'O certificado do servidor não é de uma autoridade conhecida.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'O certificado do servidor é de outro nome.',
};
const BROKEN = 'A conexão com o servidor falhou.';

const reasonOf = (failure: unknown): string => {
  if (failure instanceof AddressRefused) return failure.message;
  if (!(failure instanceof Error)) return BROKEN;
  if (failure.name === 'TimeoutError') return NO_ANSWER;
  const code = 'code' in failure ? String(failure.code) : '';
  return REASONS[code] ?? (code === '' ? BROKEN : `${BROKEN.slice(0, -1)} (${code}).`);
};

/** @param allowsPrivate - whether addresses may lead into the network of this server */
export const createPostJson =
  ({ allowsPrivate }: { readonly allowsPrivate: boolean }): PostJson =>
  (url, body, headers) =>
    new Promise((resolve) => {
      const fail = (failure: unknown): void => resolve({ status: null, reason: reasonOf(failure) });
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
        outgoing.on('error', fail);
        outgoing.end(body);
      } catch (failure) {
        fail(failure);
      }
    });
