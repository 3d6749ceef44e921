/** Whether keys of devices can be used in this browser and at this address. @param origin where they are good; null: nowhere. */
export const passkeysWorkHere = (origin: string | null | undefined): boolean =>
  origin === window.location.origin && typeof window.PublicKeyCredential === 'function';
