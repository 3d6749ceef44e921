import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { invalidField } from '../../platform/errors.ts';

/** Opaque to whoever holds it: the instant of the last frame that was given out. */
export const toCursor = (at: Instant): string => Buffer.from(String(at)).toString('base64url');

export const readCursor = (cursor: string): Instant => {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (/^\d{1,15}$/.test(text)) return instant(Number(text));
  throw invalidField('cursor', 'Página inválida');
};
