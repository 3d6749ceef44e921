export const DIFFERENT_INLINE = 'As senhas não são parecidas';

interface Repeated {
  readonly password: string;
  readonly confirmation: string;
}

/** Not while the second text is a prefix of the first. */
export const isDifferent = ({ password, confirmation }: Repeated): boolean =>
  confirmation !== '' && !password.startsWith(confirmation);
