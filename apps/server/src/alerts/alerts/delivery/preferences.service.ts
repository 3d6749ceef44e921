import { ECDH } from 'node:crypto';
import {
  type AlertNotices,
  type AlertPreference,
  type addAlertDevice,
  WRONG_SUBSCRIPTION,
} from '@nascente/contract/alerts/alert-notices';
import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../../platform/database/open-database.ts';
import { InvalidInput, invalidField, LimitReached, NotFound } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { deviceName } from '../../../platform/http/device.ts';
import { requirePermission } from '../../../platform/http/permission.ts';
import { AddressRefused, refuseClosedHost } from '../../../platform/outbound/public-address.ts';
import { createDevicesRepository, type PushKeys } from './devices.repository.ts';
import { createPreferencesRepository } from './preferences.repository.ts';

const WRONG_ADDRESS = 'Endereço inválido. Confira se foi copiado inteiro.';
const NO_HTTPS = 'Use um endereço https://: por ele passam dados do seu consumo.';

/** Checks an address by the rules that apply when connecting. @throws InvalidInput naming the field at `path` */
export const requireOpenAddress = (
  url: string,
  { path, allowsPrivate }: { readonly path: string; readonly allowsPrivate: boolean },
): void => {
  const refuse = (msg: string): never => {
    throw new InvalidInput(msg, [{ path, msg }]);
  };
  const address = URL.parse(url) ?? refuse(WRONG_ADDRESS);
  if (allowsPrivate) return;
  if (address.protocol !== 'https:') refuse(NO_HTTPS);
  try {
    refuseClosedHost(address);
  } catch (refused) {
    if (!(refused instanceof AddressRefused)) throw refused;
    refuse(refused.message);
  }
};

export type AlertPreferencesService = ReturnType<typeof createAlertPreferences>;

/** The preference until an account saves one: no e-mail, and from 22 h to 7 h no push unless urgent. */
export const UNTIL_CHOSEN: AlertPreference = {
  email: 'never',
  emailFrom: 'serious',
  pushFrom: 'serious',
  quiet: { from: 22 * 60, until: 7 * 60 },
  throughQuiet: ['urgent'],
  zone: DEFAULT_ZONE,
};

const MAX_DEVICES = 20;
const TOO_MANY = 'Você já recebe avisos em 20 aparelhos. Remova um que não usa mais.';
const NO_DEVICE = 'Aparelho não encontrado.';

/** Refuses a key that cannot encrypt notices. */
const requirePointOfCurve = (p256dh: string): void => {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
  } catch {
    throw invalidField('keys.p256dh', WRONG_SUBSCRIPTION);
  }
};

export const createAlertPreferences = (needs: {
  db: Connection;
  keys: () => Promise<PushKeys>;
  /** Whether push services may have addresses in the network of this server. */
  allowsPrivate: boolean;
  clock: () => Instant;
}) => {
  const { db, keys, allowsPrivate, clock } = needs;
  const preferences = createPreferencesRepository(db);
  const devices = createDevicesRepository(db);
  const read = async ({ accountId }: Caller): Promise<AlertNotices> => {
    const [chosen, { publicKey }, found] = await Promise.all([
      preferences.find(accountId),
      keys(),
      devices.list(accountId),
    ]);
    return {
      preference: chosen ?? UNTIL_CHOSEN,
      isChosen: chosen !== null,
      pushKey: publicKey,
      devices: found.map(({ id, device, createdAt }) => ({
        _id: id,
        device,
        since: createdAt.toISOString(),
      })),
    };
  };
  return {
    async read(caller: Caller): Promise<AlertNotices> {
      requirePermission(caller, 'see-alerts');
      return read(caller);
    },
    async save(caller: Caller, preference: AlertPreference): Promise<AlertNotices> {
      requirePermission(caller, 'mute-alerts');
      await preferences.save(caller.accountId, preference, new Date(clock()));
      return read(caller);
    },
    async addDevice(
      caller: Caller,
      { endpoint, keys: { p256dh, auth } }: BodyOf<typeof addAlertDevice>,
      userAgent: string,
    ): Promise<AlertNotices> {
      requirePermission(caller, 'mute-alerts');
      const { accountId } = caller;
      requireOpenAddress(endpoint, { path: 'endpoint', allowsPrivate });
      requirePointOfCurve(p256dh);
      const now = new Date(clock());
      await db.transaction().execute(async (within) => {
        const held = createDevicesRepository(within);
        const others = (await held.listLocked(accountId)).filter((one) => one.endpoint !== endpoint);
        if (others.length >= MAX_DEVICES) throw new LimitReached(TOO_MANY);
        const chosen = createPreferencesRepository(within);
        if ((await chosen.find(accountId)) === null) await chosen.save(accountId, UNTIL_CHOSEN, now);
        const device = deviceName(userAgent);
        await held.add({
          accountId,
          endpoint,
          p256dh,
          auth,
          device,
          createdAt: now,
        });
      });
      return read(caller);
    },
    async removeDevice(caller: Caller, id: string): Promise<AlertNotices> {
      requirePermission(caller, 'mute-alerts');
      const found = isId(id) ? await devices.find(id) : null;
      if (found?.accountId !== caller.accountId) throw new NotFound(NO_DEVICE);
      await devices.remove(id, caller.accountId);
      return read(caller);
    },
  };
};
