import { isIP } from 'node:net';

/** To whom keys of devices are bound: the name of a host, and the one origin on which they are used. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Browsers make keys for names only, and only where nobody on the way can change the page (WebAuthn, sections 5.1.3 and 13.4.9).
 * @returns null where people reach the web application by an address of numbers, or without https.
 */
export const relyingPartyOf = (publicUrl: string): RelyingParty | null => {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isName && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : null;
};
