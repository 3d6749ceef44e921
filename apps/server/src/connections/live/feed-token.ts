import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a feed's password says, signed so that nobody else can say it. */
interface FeedClaims {
  readonly accountId: string;
  /** SHA-256 of the session's token, hexadecimal: the feed ends with the session. */
  readonly session: string;
  readonly clientId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

const signatureOf = (body: string, secret: Buffer): Buffer =>
  createHmac('sha256', secret).update(body).digest();

/** `body.signature`, both base64url. */
export const signFeedToken = (claims: FeedClaims, secret: Buffer): string => {
  const { accountId, session, clientId, expiresAt } = claims;
  const body = Buffer.from(JSON.stringify([accountId, session, clientId, expiresAt])).toString('base64url');
  return `${body}.${signatureOf(body, secret).toString('base64url')}`;
};

/** Null unless we signed it and it is not out of date. */
export const readFeedToken = (token: string, secret: Buffer, now: number): FeedClaims | null => {
  const [body, signature, ...rest] = token.split('.');
  if (body === undefined || signature === undefined || rest.length > 0) return null;
  const signatureBytes = Buffer.from(signature, 'base64url');
  const expected = signatureOf(body, secret);
  if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected)) return null;
  const [accountId, session, clientId, expiresAt] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    string,
    string,
    string,
    number,
  ];
  return expiresAt > now ? { accountId, session, clientId, expiresAt } : null;
};
