export const DIFFERENT_INLINE = 'As senhas não são parecidas';

interface Repeated {
  readonly password: string;
  readonly confirmation: string;
}

/** Whether two passwords differ. A second text that is a prefix of the first does not differ yet. */
export const isDifferent = ({ password, confirmation }: Repeated): boolean =>
  confirmation !== '' && !password.startsWith(confirmation);
