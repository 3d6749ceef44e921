import { DAY_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { secureAttribute } from './secure-cookie.ts';

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const UNKNOWN = 'Dispositivo desconhecido';
const MAX_LENGTH = 60;

const named = (names: readonly (readonly [RegExp, string])[], text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** The common name of browser and system; for a program, the first word of its User-Agent. */
export const deviceName = (userAgent: string): string => {
  const browser = named(BROWSERS, userAgent);
  const system = named(SYSTEMS, userAgent);
  if (browser && system) return `${browser} no ${system}`;
  const word = /^[\w.+-]+/.exec(userAgent)?.[0].slice(0, MAX_LENGTH);
  return browser ?? system ?? word ?? UNKNOWN;
};

const NAME = 'nascente-device';
/** Browsers store a cookie for at most 400 days; each sign-in renews it. */
const LIFETIME_SECONDS = (400 * DAY_MS) / SECOND_MS;
const PROVIDED = new RegExp(`(?:^|;) *${NAME}=([\\w-]+) *(?:;|$)`);

/** The token in the cookie of a request; `null` without one. */
const deviceTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  PROVIDED.exec(headers.cookie ?? '')?.[1] ?? null;

/**
 * The cookie by which a browser of earlier sign-ins is recognised. It gives no access, and scripts cannot read it.
 * @param publicUrl - address of the web application
 */
export const createDeviceCookie = (publicUrl: string) => ({
  give(reply: FastifyReply, deviceToken: string): void {
    const secure = secureAttribute(reply, publicUrl);
    const scope = `Path=/api; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
    reply.header('set-cookie', `${NAME}=${deviceToken}; ${scope}`);
  },
});

/** The client of a request. */
export interface Device {
  readonly address: string;
  readonly userAgent: string;
  /** The cookie that marks a browser of earlier sign-ins; `null`: none. */
  readonly deviceToken: string | null;
}

export const deviceOf = (request: FastifyRequest): Device => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  deviceToken: deviceTokenOf(request),
});
