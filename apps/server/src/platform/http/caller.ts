import type { KeyScope } from '@nascente/domain/people/key-scopes';
import type { Profile } from '@nascente/domain/people/profiles';
import type { Allowance } from '../limits/allowance.ts';
import type { Device } from './device.ts';

/** Whether the owner's proof of presence is recent, and the ways to repeat it. */
export interface SessionProof {
  readonly isRecent: boolean;
  readonly ways: readonly ('password' | 'passkey' | 'provider')[];
}

/** The account of a request, as its session or API key states. */
export interface Caller {
  readonly accountId: string;
  readonly profile: Profile;
  readonly email: string;
  /** The Manager of a client user. */
  readonly managerId: string | null;
  /** SHA-256 of the session's token: identifies the session without giving access to it. */
  readonly sessionHash: Buffer;
  /** The last proof of identity in the session; absent for an API key. */
  readonly proof?: SessionProof;
  /** True: the account may only set up a second step. */
  readonly isHeld?: boolean;
  /** The scopes of an API key, if one authenticated the request; then `sessionHash` is the key's. */
  readonly apiKey?: readonly KeyScope[];
  /** Remaining rate of the API key after this request. */
  readonly allowance?: Allowance;
}

/** A caller with the device of the request: the audit trail records both. */
export interface Actor extends Caller {
  readonly device: Device;
}

export interface SessionVerifier {
  /** Throws Expired for an unknown or ended token, LimitReached for a key above its rate. */
  verify(token: string): Promise<Caller>;
  /** Verifies a request in progress again, without extending the session or counting for a rate limit. Throws Expired. */
  confirm(token: string): Promise<Caller>;
}
