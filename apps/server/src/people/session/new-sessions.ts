import type { Instant } from '@nascente/domain/base/time/zone';
import { Expired } from '../../platform/errors.ts';
import type { Device } from './devices/device.ts';
import { deviceName } from './devices/device-name.ts';
import type { KnownDevices } from './devices/known-devices.ts';
import type { OtherDoor } from './other-door.ts';
import type { SessionRepository } from './session.repository.ts';
import { expiryFrom } from './session-lifetime.ts';
import type { SignInWitness } from './sign-in-witness.ts';
import { hashToken, newToken } from './tokens.ts';
import type { UnusualPost } from './unusual-post.ts';

const USER_AGENT_LENGTH = 300;

/** What somebody who signed in is given. */
export interface SignedIn {
  readonly token: string;
  readonly accountId: string;
  /** For the browser's cookie. */
  readonly deviceToken: string;
}

/** How long a session lasts, and by whom it was opened. */
interface SessionKind {
  readonly isKept: boolean;
  readonly isByProvider?: boolean;
}

export type NewSessions = ReturnType<typeof createNewSessions>;

export const createNewSessions = (needs: {
  sessions: Pick<SessionRepository, 'insert'>;
  devices: Pick<KnownDevices, 'isUnusual' | 'remember'>;
  otherDoor: Pick<OtherDoor, 'isTheirs'>;
  unusualPost: UnusualPost;
  witness: Pick<SignInWitness, 'unusual'>;
  clock: () => Instant;
}) => {
  const { sessions, devices, otherDoor, unusualPost, witness, clock } = needs;

  const tellUnusual = async (accountId: string, device: Device): Promise<void> => {
    await witness.unusual(accountId, device);
    const { address, userAgent } = device;
    await unusualPost.postUnusual({ accountId, at: clock(), device: deviceName(userAgent), address });
  };

  return {
    /** @returns the new token; null where the account is disabled by now, has another password, or is entered elsewhere. */
    async insert(
      { id: accountId, passwordHash: provedBy }: { id: string; passwordHash: string | null },
      { isKept, isByProvider = false }: SessionKind,
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
        isKept,
        isByProvider,
        userAgent,
        address,
        at,
        expiresAt: expiryFrom(at, { isKept, isByProvider }, at),
        provedBy,
      };
      const wasInserted = await sessions.insert(
        session,
        async (within) => isByProvider || !(await otherDoor.isTheirs(accountId, within)),
      );
      return wasInserted ? token : null;
    },
    /** Tells of a device that is new to the account, and remembers it from now on. */
    async welcome(accountId: string, token: string, device: Device): Promise<SignedIn> {
      if (await devices.isUnusual(accountId, device)) await tellUnusual(accountId, device);
      return { accountId, token, deviceToken: await devices.remember(accountId, device) };
    },
  };
};
