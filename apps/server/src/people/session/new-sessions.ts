import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { Expired } from '../../platform/errors.ts';
import type { Device } from '../../platform/http/device.ts';
import { deviceName } from '../../platform/http/device.ts';
import type { KnownDevices } from './devices/known-devices.ts';
import type { SessionRepository } from './session.repository.ts';
import { expiryFrom } from './session-lifetime.ts';
import { hashToken, newToken } from './tokens.ts';
import type { UnusualMail } from './unusual-sign-in-mail.ts';

/** Sign-in by the organisation's identity provider. */
export interface IdentityProvider {
  /** The name of the provider on screens; `null`: no provider is configured. */
  readonly label: string | null;
  /** Whether this account must sign in through the provider. The check takes equal work for an unknown account. */
  isOfSignIn(accountId: string | null, within?: Connection): Promise<boolean>;
  /** The address at which a browser also signs out of the provider; `null`: there is none, or the provider does not answer. */
  leaveUrl(): Promise<string | null>;
}

export const noIdentityProvider: IdentityProvider = {
  label: null,
  isOfSignIn: async () => false,
  leaveUrl: async () => null,
};

export interface SignInWitness {
  signedIn(accountId: string, device: Device): Promise<void>;
  /** @param accountId - `null` for an unknown e-mail */
  failed(accountId: string | null, email: string, device: Device): Promise<void>;
  /** Sign-ins with this e-mail from unknown devices have been paused after too many failures. */
  paused(accountId: string | null, email: string, device: Device): Promise<void>;
  /** A sign-in from a device and a network that are both new to the account. */
  unusual(accountId: string, device: Device): Promise<void>;
}

const USER_AGENT_LENGTH = 300;

/** The result of a sign-in. */
export interface SignedIn {
  readonly token: string;
  readonly accountId: string;
  /** The value of the browser's device cookie. */
  readonly deviceToken: string;
}

/** The lifetime of a session, and the party that opened it. */
interface SessionKind {
  readonly isRemembered: boolean;
  readonly isByProvider?: boolean;
}

export type NewSessions = ReturnType<typeof createNewSessions>;

export const createNewSessions = (needs: {
  sessions: Pick<SessionRepository, 'insert'>;
  devices: Pick<KnownDevices, 'isUnusual' | 'remember'>;
  identityProvider: Pick<IdentityProvider, 'isOfSignIn'>;
  unusualSignInMail: UnusualMail;
  witness: Pick<SignInWitness, 'unusual'>;
  clock: () => Instant;
}) => {
  const { sessions, devices, identityProvider, unusualSignInMail, witness, clock } = needs;

  const notifyOfUnusual = async (accountId: string, device: Device): Promise<void> => {
    await witness.unusual(accountId, device);
    const { address, userAgent } = device;
    await unusualSignInMail.postUnusual({ accountId, at: clock(), device: deviceName(userAgent), address });
  };

  return {
    /** @returns the new token; `null` if the account was disabled, got another password, or must sign in through the provider */
    async insert(
      { id: accountId, passwordHash: provedBy }: { id: string; passwordHash: string | null },
      { isRemembered, isByProvider = false }: SessionKind,
      device: Device,
    ): Promise<string | null> {
      const token = newToken();
      const tokenHash = hashToken(token);
      if (tokenHash === null) throw new Expired();
      const at = clock();
      const userAgent = device.userAgent.slice(0, USER_AGENT_LENGTH);
      const { address } = device;
      const session = {
        tokenHash,
        accountId,
        isRemembered,
        isByProvider,
        userAgent,
        address,
        at,
        expiresAt: expiryFrom(at, { isRemembered, isByProvider }, at),
        provedBy,
      };
      const wasInserted = await sessions.insert(
        session,
        async (within) => isByProvider || !(await identityProvider.isOfSignIn(accountId, within)),
      );
      return wasInserted ? token : null;
    },
    /** Notifies the owner if device and network are new, and records both as known. */
    async welcome(accountId: string, token: string, device: Device): Promise<SignedIn> {
      if (await devices.isUnusual(accountId, device)) await notifyOfUnusual(accountId, device);
      return { accountId, token, deviceToken: await devices.remember(accountId, device) };
    },
  };
};
