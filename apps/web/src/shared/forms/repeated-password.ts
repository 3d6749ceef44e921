export const DIFFERENT_INLINE = 'As senhas não são parecidas';

interface Repeated {
  readonly password: string;
  readonly confirmation: string;
}

/** Not while the second one is still being typed and may become the same. */
export const isDifferent = ({ password, confirmation }: Repeated): boolean =>
  confirmation !== '' && !password.startsWith(confirmation);
