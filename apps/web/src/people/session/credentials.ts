import type { BodyInput } from '@nascente/contract/base/call';
import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import type { login } from '@nascente/contract/people/session';
import { ApiFailure, NETWORK_MESSAGE } from '../../shared/api/api-failure.ts';
import type { SessionEnd } from '../../shared/session-state/session.ts';

const EXPIRED = 'Sessão expirada, efetue o login novamente';

export interface TypedCredentials {
  email: string;
  password: string;
  /** The second factor's code; empty until required. */
  code: string;
  keep: boolean;
}

/** Missing fields, with messages. */
export const missingIn = ({ email, password }: TypedCredentials): { email?: string; password?: string } => ({
  ...(email.trim() === '' && { email: 'Informe o e-mail.' }),
  ...(password === '' && { password: 'Informe a senha.' }),
});

const base64OfUtf8 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

/** Normalized as the server stores it. */
export const addressOf = (email: string): string => email.trim().toLowerCase();

/** The call takes the password as base64 of its UTF-8 bytes (spec.md, section 5). */
export const bodyOf = (
  { email, password, code, keep }: TypedCredentials,
  passkey?: PasskeyAnswer,
): BodyInput<typeof login> => ({
  email: addressOf(email),
  password: base64OfUtf8(password),
  ...(passkey === undefined ? code.trim() !== '' && { code: code.trim() } : { passkey }),
  keep,
});

/** Messages of spec.md, section 8, or the server's own where it states a correction or a wait. */
export const refusalMessage = (failure: unknown): string => {
  if (!(failure instanceof ApiFailure)) return NETWORK_MESSAGE;
  switch (failure.type) {
    case 'error':
    case 'changed':
    case 'proof':
    case 'second-step':
    case 'validation':
    case 'limit':
    case 'forbidden':
    case 'duplicate':
      return failure.msg || 'algo de errado aconteceu';
    case 'expired':
      return EXPIRED;
    case 'not-found':
    case 'req-error':
    case 'unavailable':
      return NETWORK_MESSAGE;
  }
};

/** Second factors required after a correct password; otherwise null. */
export const requiredWays = (failure: unknown): ApiFailure['ways'] | null =>
  failure instanceof ApiFailure && failure.type === 'second-step' ? failure.ways : null;

/** Why the last session ended, unless the person ended it. */
export const endMessage = (end: SessionEnd | null): string | null => {
  switch (end) {
    case 'expired':
      return EXPIRED;
    case 'expired-consolidated':
      return 'Sessão expirada. Logue novamente.';
    case 'expired-token':
      return 'Sessão expirada, logue novamente.';
    case 'failed-token':
      return 'Algo inesperado aconteceu, tente novamente mais tarde';
    case 'logout':
    case 'elsewhere':
    case null:
      return null;
  }
};
