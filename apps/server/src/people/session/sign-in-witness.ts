import type { Device } from './devices/device.ts';

/** Sees every sign-in and every failed one. */
export interface SignInWitness {
  signedIn(accountId: string, device: Device): Promise<void>;
  /** @param accountId null when nobody has this e-mail. */
  failed(accountId: string | null, email: string, device: Device): Promise<void>;
  /** Strangers have failed so often with this e-mail that they have to wait. */
  paused(accountId: string | null, email: string, device: Device): Promise<void>;
  /** Somebody signed in on a device and from a network that are both new to the account. */
  unusual(accountId: string, device: Device): Promise<void>;
}
