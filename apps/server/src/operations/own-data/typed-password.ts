import { PASSWORD_HEADER } from '@nascente/contract/operations/own-data';
import type { FastifyRequest } from 'fastify';
import { InvalidInput } from '../../platform/errors.ts';

/** Of the longest password that may be chosen, where every character is written as three bytes. */
const MAX_LENGTH = 256 * 9;

/** The password of a call that has no body: percent-encoded in a header, since headers carry ASCII only. */
export const passwordHeaderOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string => {
  const header = headers[PASSWORD_HEADER];
  if (typeof header !== 'string' || header === '' || header.length > MAX_LENGTH) {
    const msg = 'Informe a senha.';
    throw new InvalidInput(msg, [{ path: PASSWORD_HEADER, msg }]);
  }
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
};
