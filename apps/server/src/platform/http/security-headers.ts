import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyHelmetOptions } from '@fastify/helmet';

const HOST_NAME = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d+)?$/i;

/** The live feed has its own port on the host that the page came from. */
const liveFeed = (mqttWsPort: number) => (request: IncomingMessage) => {
  const host = HOST_NAME.exec(request.headers.host ?? '')?.[1];
  return host ? `ws://${host}:${mqttWsPort} wss://${host}:${mqttWsPort}` : "'self'";
};

export const securityHeaders = (options: { mqttWsPort: number; isHttps: boolean }): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
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
