import { randomBytes } from 'node:crypto';
import { type Instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import { Secret, TOTP } from 'otpauth';
import { CLOCK_SKEW_MS } from '../../platform/limits/clock-skew.ts';

/** RFC 6238 with what every app takes for granted: SHA-1, six digits, thirty seconds. */
const PERIOD_SECONDS = 30;
/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20;
/** One period before and after: clocks of phones differ, and people type slowly. */
const WINDOW = 1;
const ISSUER = 'Nascente';
const CODE = /^\d{6}$/;

const appOf = (secret: Buffer, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    period: PERIOD_SECONDS,
  });

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The secret of an authenticator app as text and as the address of a QR code. */
export const secretTexts = (secret: Buffer, email: string): { secret: string; uri: string } => {
  const app = appOf(secret, email);
  return { secret: app.secret.base32, uri: app.toString() };
};

/** @returns the period, counted from 1970, to which the code belongs; null: to none of now. */
export const stepOfCode = (secret: Buffer, code: string, at: Instant): number | null => {
  const digits = code.replaceAll(/\s/g, '');
  if (!CODE.test(digits)) return null;
  const delta = appOf(secret).validate({ token: digits, timestamp: at, window: WINDOW });
  return delta === null ? null : Math.floor(at / (PERIOD_SECONDS * SECOND_MS)) + delta;
};

/** The latest period of which a code is taken at an instant, with the skew that clocks of processes may have. */
export const latestStep = (at: Instant): number =>
  Math.floor((at + CLOCK_SKEW_MS) / (PERIOD_SECONDS * SECOND_MS)) + WINDOW;
