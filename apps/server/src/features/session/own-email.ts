import { PASSWORD_WORDS } from '@nascente/contract/new-password';
import { holdsOwnEmail } from '@nascente/domain/people/guessable-passwords';
import { InvalidInput } from '../../platform/errors.ts';

/** Whoever knows the account knows its e-mail: a password that holds it is none. Throws InvalidInput. */
export const refuseOwnEmail = (password: string, email: string): void => {
  if (!holdsOwnEmail(password, email)) return;
  const msg = PASSWORD_WORDS.ownEmail;
  throw new InvalidInput(msg, [{ path: 'password', msg }]);
};
