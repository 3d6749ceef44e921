import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { InlineHashes } from './inline-hashes.ts';

const HOST_NAME = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d+)?$/i;

/** The live feed has its own port on the host that the page came from. */
const liveFeed = (mqttWsPort: number) => (request: IncomingMessage) => {
  const host = HOST_NAME.exec(request.headers.host ?? '')?.[1];
  return host ? `ws://${host}:${mqttWsPort} wss://${host}:${mqttWsPort}` : "'self'";
};

/** What a page of ours never asks the browser for, and nothing that got into it may. The clipboard takes keys and links. */
export const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The service worker loads its parts by `importScripts`, and shows nothing. */
const trustedTypes = ({ url = '' }: IncomingMessage): string =>
  url.split('?', 1)[0] === '/sw.js' ? '' : "'script'";

interface SecurityOptions {
  readonly mqttWsPort: number;
  readonly isHttps: boolean;
  /** Whether browsers are told to come by https only. */
  readonly staysHttps: boolean;
  readonly inline: InlineHashes;
}

export const securityHeaders = (options: SecurityOptions): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...options.inline.scripts],
      styleSrc: ["'self'", ...options.inline.styles],
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
      // The policy stands in the page itself (`first-paint/script.js`).
      trustedTypes: ['default'],
      requireTrustedTypesFor: [trustedTypes as (q: IncomingMessage, r: ServerResponse) => string],
    },
  },
  strictTransportSecurity: options.staysHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  crossOriginOpenerPolicy: options.isHttps,
  originAgentCluster: options.isHttps,
  referrerPolicy: { policy: 'same-origin' },
});
