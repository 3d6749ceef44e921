import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { FastifyHelmetOptions } from '@fastify/helmet';

/** Content security policy sources of the page's own inline code. */
interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const hashesOf = (page: string, element: RegExp): string[] =>
  [...page.matchAll(element)].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );

/** The hashes of inline code in the page of a directory; none without a page. */
export const inlineHashes = (directory: string): InlineHashes => {
  const file = join(directory, 'index.html');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return {
    scripts: hashesOf(page, /<script>([\s\S]*?)<\/script>/g),
    styles: hashesOf(page, /<style>([\s\S]*?)<\/style>/g),
  };
};

const HOST_NAME = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d+)?$/i;

/** The live feed has its own port on the host that the page came from. */
const liveFeed = (mqttWsPort: number) => (request: IncomingMessage) => {
  const host = HOST_NAME.exec(request.headers.host ?? '')?.[1];
  return host ? `ws://${host}:${mqttWsPort} wss://${host}:${mqttWsPort}` : "'self'";
};

/** Browser features that no page of ours needs, refused also for injected code. The clipboard is needed for keys and links. */
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

/** The service worker loads its parts by `importScripts`, and displays nothing that needs Trusted Types. */
const trustedTypes = ({ url = '' }: IncomingMessage): string =>
  url.split('?', 1)[0] === '/sw.js' ? '' : "'script'";

interface SecurityOptions {
  readonly mqttWsPort: number;
  readonly isHttps: boolean;
  /** Whether HSTS is sent. */
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
      // The page defines this policy itself (`first-paint/script.js`).
      trustedTypes: ['default'],
      requireTrustedTypesFor: [trustedTypes as (q: IncomingMessage, r: ServerResponse) => string],
    },
  },
  strictTransportSecurity: options.staysHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  crossOriginOpenerPolicy: options.isHttps,
  originAgentCluster: options.isHttps,
  referrerPolicy: { policy: 'same-origin' },
});
