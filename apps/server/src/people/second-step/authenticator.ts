import { randomBytes } from 'node:crypto';
import { type Instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import { Secret, TOTP } from 'otpauth';
import { CLOCK_SKEW_MS } from '../../platform/limits/clock-skew.ts';

/** RFC 6238 with the values that all apps support: SHA-1, six digits, thirty seconds. */
const PERIOD_SECONDS = 30;
/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20;
/** Accepts a code one period early or late, because clocks of phones differ and typing takes time. */
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

/** @returns the period of the code, counted from 1970; `null`: the code is not valid now */
export const stepOfCode = (secret: Buffer, code: string, at: Instant): number | null => {
  const digits = code.replaceAll(/\s/g, '');
  if (!CODE.test(digits)) return null;
  const delta = appOf(secret).validate({ token: digits, timestamp: at, window: WINDOW });
  return delta === null ? null : Math.floor(at / (PERIOD_SECONDS * SECOND_MS)) + delta;
};

/** The latest period with a code that is accepted at an instant, allowing for the skew between clocks of processes. */
export const latestStep = (at: Instant): number =>
  Math.floor((at + CLOCK_SKEW_MS) / (PERIOD_SECONDS * SECOND_MS)) + WINDOW;
