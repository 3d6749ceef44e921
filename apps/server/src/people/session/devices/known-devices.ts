import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../../platform/database/open-database.ts';
import { Bug } from '../../../platform/errors.ts';
import type { Device } from '../../../platform/http/device.ts';
import { hashToken, newToken } from '../tokens.ts';
import { createKnownDevicesRepository, createKnownNetworksRepository } from './known-devices.repository.ts';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS_OF_SITE = 3;

/** The network of an address, about one house or office: its /24 (IPv4) or /48 (IPv6). */
export const networkOf = (address: string): string => {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  if (!plain.includes(':')) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = ''] = plain.split('::');
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, GROUPS_OF_SITE);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/48`;
};

/** Maximum known devices, and known networks, of an account. Each sign-in of a program without cookies adds a device. */
const MAX_OF_ACCOUNT = 50;

/** Devices and networks from which an account has signed in. Guesses from other devices never lock out a known device. */
export type KnownDevices = ReturnType<typeof createKnownDevices>;

const hashOf = ({ deviceToken }: Device): Buffer | null =>
  deviceToken === null ? null : hashToken(deviceToken);

export const createKnownDevices = (needs: { db: Connection; clock: () => Instant }) => {
  const { db, clock } = needs;

  /** A token unknown to the account may have been planted, so the browser gets another one. */
  const renew = async (accountId: string, before: Buffer | null): Promise<string> => {
    const token = newToken();
    const tokenHash = hashToken(token);
    if (tokenHash === null) throw new Bug('a new token is no token');
    await db.transaction().execute(async (within) => {
      const devices = createKnownDevicesRepository(within);
      if (before !== null) await devices.replaceToken(before, tokenHash);
      await devices.insert({ accountId, tokenHash, at: clock() }, MAX_OF_ACCOUNT);
    });
    return token;
  };

  return {
    /** @returns the stored token hash; `null`: the account of this e-mail does not know the device */
    async find(email: string, device: Device): Promise<Buffer | null> {
      const tokenHash = hashOf(device);
      if (tokenHash === null) return null;
      return (await createKnownDevicesRepository(db).isKnownTo(email, tokenHash)) ? tokenHash : null;
    },
    /** Whether the account has known networks, but knows neither this device nor its network. */
    async isUnusual(accountId: string, device: Device): Promise<boolean> {
      const tokenHash = hashOf(device);
      if (tokenHash !== null && (await createKnownDevicesRepository(db).isOf(accountId, tokenHash)))
        return false;
      return createKnownNetworksRepository(db).isAnother(accountId, networkOf(device.address));
    },
    /**
     * Records device and network as known. Must be called after the owner was authenticated on this device. @returns the new
     * token of its cookie
     */
    async remember(accountId: string, device: Device): Promise<string> {
      const network = { accountId, network: networkOf(device.address), at: clock() };
      await createKnownNetworksRepository(db).see(network, MAX_OF_ACCOUNT);
      const tokenHash = hashOf(device);
      if (tokenHash === null || device.deviceToken === null) return renew(accountId, null);
      const seen = await createKnownDevicesRepository(db).see({ accountId, tokenHash, at: clock() });
      return seen ? device.deviceToken : renew(accountId, tokenHash);
    },
    /** Removes all known networks and devices of the account, except `device`; `null`: without exception. */
    async forgetOthers(accountId: string, device: Device | null, within: Connection = db): Promise<void> {
      const retained = device === null ? null : hashOf(device);
      await createKnownDevicesRepository(within).removeOthers(accountId, retained);
      await createKnownNetworksRepository(within).removeAllOf(accountId);
    },
  };
};
