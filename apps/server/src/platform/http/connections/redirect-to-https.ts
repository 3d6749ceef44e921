import type { FastifyInstance } from 'fastify';
import { InvalidInput } from '../../errors.ts';
import { NOT_HTTP } from './refuse-connection.ts';

const HOST_NAME = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::\d+)?$/i;
const STANDARD_PORT = 443;
/** What programs ask that watch over this server, and reach it by its plain port. */
const OPERATIONS = /^(\/api)?\/(health|ready|metrics)(\?|$)/;

interface Target {
  readonly publicUrl: string | null;
  readonly httpsPort: number;
}

/** Where a request of the plain port belongs; null: it does not say whom it asks. */
export const httpsAddress = (
  { publicUrl, httpsPort }: Target,
  host: string | undefined,
  path: string,
): string | null => {
  if (publicUrl?.startsWith('https:')) return `${new URL(publicUrl).origin}${path}`;
  const name = HOST_NAME.exec(host ?? '')?.[1];
  if (name === undefined) return null;
  return `https://${name}${httpsPort === STANDARD_PORT ? '' : `:${httpsPort}`}${path}`;
};

const isEncrypted = (socket: unknown): boolean => (socket as { encrypted?: boolean }).encrypted === true;

/** Leads whatever comes without TLS to the port that speaks it, and answers nothing else there but operators. */
export const redirectToHttps = (fastify: FastifyInstance, target: Target): void => {
  fastify.addHook('onRequest', async (request, reply) => {
    if (isEncrypted(request.raw.socket) || OPERATIONS.test(request.url)) return;
    const path = request.url.startsWith('/') ? request.url : '/';
    const address = httpsAddress(target, request.headers.host, path);
    if (address === null) throw new InvalidInput(NOT_HTTP.msg);
    // Kept by no browser: the certificate may be taken away again.
    return reply.header('cache-control', 'no-store').redirect(address, 308);
  });
};
