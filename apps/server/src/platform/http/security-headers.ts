import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { InlineHashes } from './inline-hashes.ts';

const HOST_NAME = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d+)?$/i;

/** The live feed has its own port on the host that the page came from. */
const liveFeed = (mqttWsPort: number) => (request: IncomingMessage) => {
  const host = HOST_NAME.exec(request.headers.host ?? '')?.[1];
  return host ? `ws://${host}:${mqttWsPort} wss://${host}:${mqttWsPort}` : "'self'";
};

interface SecurityOptions {
  readonly mqttWsPort: number;
  readonly isHttps: boolean;
  readonly inline: InlineHashes;
}

export const securityHeaders = (options: SecurityOptions): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...options.inline.scripts],
      styleSrc: ["'self'", ...options.inline.styles],
      // Tooltips of the charts are written with style attributes.
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: [
        "'self'",
        liveFeed(options.mqttWsPort) as (q: IncomingMessage, r: ServerResponse) => string,
      ],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
    },
  },
  strictTransportSecurity: options.isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  crossOriginOpenerPolicy: options.isHttps,
  originAgentCluster: options.isHttps,
  referrerPolicy: { policy: 'same-origin' },
});
