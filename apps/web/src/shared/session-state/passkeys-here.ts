/**
 * Whether passkeys work in this browser at this address.
 * @param origin - origin of the passkeys; null: passkeys work nowhere; undefined: not known yet
 */
export const passkeysWorkHere = (origin: string | null | undefined): boolean =>
  origin === window.location.origin && typeof window.PublicKeyCredential === 'function';
