import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { AddressRefused, createPublicLookup, type Resolve, refuseClosedHost } from './public-address.ts';

/** The status of the answer, or the reason for its absence. */
export type Answered =
  | { readonly status: number; readonly reason: null }
  | { readonly status: null; readonly reason: string };

/**
 * Sends one POST to an address that a person entered. No other code sends to such addresses. The guard and the connection parse
 * the address once, with the same parser, and connect to the IP address that the guard checked. The whole exchange has one time
 * limit. The body of the answer is not read. A redirect is an answer, it is not followed.
 */
export type BoundedRequest = (
  url: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
) => Promise<Answered>;

const TIMEOUT_MS = 10_000;
const MAX_HEAD_BYTES = 16 * 1024;
const UNKNOWN_NAME = 'O nome do servidor não foi encontrado na internet. Confira o endereço.';

/** Portuguese reasons by the code of a system error or a certificate error. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: UNKNOWN_NAME,
  EAI_AGAIN: 'O nome do servidor não pôde ser procurado agora.',
  ECONNREFUSED: 'O servidor não aceita conexões nessa porta.',
  ECONNRESET: 'O servidor fechou a conexão sem responder.',
  EHOSTUNREACH: 'Não há caminho até o servidor.',
  ENETUNREACH: 'Não há caminho até o servidor.',
  HPE_HEADER_OVERFLOW: 'Os cabeçalhos da resposta são grandes demais.',
  CERT_HAS_EXPIRED: 'O certificado do servidor venceu.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'O certificado do servidor não é de uma autoridade conhecida.',
  SELF_SIGNED_CERT_IN_CHAIN: 'O certificado do servidor não é de uma autoridade conhecida.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'O certificado do servidor não é de uma autoridade conhecida.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'O certificado do servidor é para outro nome.',
};
const BROKEN = 'A conexão com o servidor falhou.';

const reasonOf = (failure: unknown): string => {
  // A name that resolves to an internal address is reported as unknown, so that answers reveal no internal names.
  if (failure instanceof AddressRefused) return failure.isLiteral ? failure.message : UNKNOWN_NAME;
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  return REASONS[code] ?? (code === '' ? BROKEN : `${BROKEN.slice(0, -1)} (${code}).`);
};

/**
 * @param allowsPrivate - whether addresses may lead into the network of this server
 * @param timeoutMs - from the look-up of the name to the head of the answer
 */
export const createBoundedRequest = (needs: {
  readonly allowsPrivate: boolean;
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
}): BoundedRequest => {
  const { allowsPrivate, timeoutMs = TIMEOUT_MS } = needs;
  const lookup = createPublicLookup(needs.resolve);
  return (url, body, headers) =>
    new Promise((resolve) => {
      const isLate = AbortSignal.timeout(timeoutMs);
      const fail = (failure: unknown): void =>
        resolve({
          status: null,
          reason: isLate.aborted ? `Não houve resposta em ${timeoutMs / 1_000} s.` : reasonOf(failure),
        });
      try {
        const address = new URL(url);
        if (!allowsPrivate) refuseClosedHost(address);
        const send = address.protocol === 'https:' ? requestHttps : requestHttp;
        const outgoing = send(address, {
          method: 'POST',
          // No connection is reused: each request checks the address of its name again.
          agent: false,
          signal: isLate,
          maxHeaderSize: MAX_HEAD_BYTES,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          ...(allowsPrivate ? {} : { lookup }),
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
};
