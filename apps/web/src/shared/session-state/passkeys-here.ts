/**
 * Whether passkeys work in this browser at this address.
 * @param origin their origin; null: nowhere
 */
export const passkeysWorkHere = (origin: string | null | undefined): boolean =>
  origin === window.location.origin && typeof window.PublicKeyCredential === 'function';
