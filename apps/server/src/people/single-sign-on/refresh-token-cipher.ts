import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { ProviderConfig } from './provider.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface RefreshTokenCipher {
  /** @returns `null` without a token */
  encrypt(token: string | null, subject: string): Buffer | null;
  /** @returns `null` if the token was encrypted with another client secret or for another person */
  decrypt(encrypted: Buffer, subject: string): string | null;
}

/**
 * Encrypts refresh tokens with a key derived from the client secret, which is in the configuration only: a copy of the database
 * has no usable token. Without a client secret nothing is stored.
 */
export const createRefreshTokenCipher = ({
  issuer,
  clientId,
  clientSecret,
}: Pick<ProviderConfig, 'issuer' | 'clientId' | 'clientSecret'>): RefreshTokenCipher => {
  if (clientSecret === null) return { encrypt: () => null, decrypt: () => null };
  const salt = `${issuer} ${clientId}`;
  const key = Buffer.from(hkdfSync('sha256', clientSecret, salt, 'refresh token', KEY_BYTES));
  return {
    encrypt(token, subject) {
      if (token === null) return null;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(subject));
      const encrypted = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
    },
    decrypt(encrypted, subject) {
      const iv = encrypted.subarray(0, IV_BYTES);
      const tag = encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(subject)).setAuthTag(tag);
        const token = decipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([token, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
};
