import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;
/**
 * Host names of this machine. Others are refused, because a page of another machine could let its name resolve to this one (DNS
 * rebinding).
 */
const OWN_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
/** Headers of proxies: their connections come from this machine too, on behalf of remote clients. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'x-client-ip'];

/** Whether only programs on this machine can reach it by an address. */
const isOwnAddress = (url: string): boolean => OWN_HOST.test(new URL(url).host);

/**
 * Whether clients reach this server without a proxy, as far as its settings show. A local proxy that adds no header and uses a
 * name of this machine is not recognised.
 */
export const isReachedDirectly = (config: {
  readonly publicUrl: string | null;
  readonly trustProxy: boolean;
}): boolean => !config.trustProxy && (config.publicUrl === null || isOwnAddress(config.publicUrl));

/** Whether a program on this machine made the request without a proxy, as far as can be seen. A proxy may use HTTP/1.0. */
export const isOnThisMachine = (request: Pick<FastifyRequest, 'socket' | 'headers' | 'raw'>): boolean =>
  LOOPBACK.test(request.socket.remoteAddress ?? '') &&
  OWN_HOST.test(request.headers.host ?? '') &&
  request.raw.httpVersion !== '1.0' &&
  FORWARDING.every((name) => request.headers[name] === undefined);
