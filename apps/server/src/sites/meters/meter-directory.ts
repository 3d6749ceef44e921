import type { Action } from '@nascente/domain/people/permissions';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Meter } from './meter.ts';
import { type Viewer, viewerOf } from './visibility.ts';
import type { VisibleMetersRepository } from './visible-meters.repository.ts';

/** A board was provisioned, installed, changed or removed. */
interface MeterChange {
  readonly mac: Mac;
  /** True if another process made the change and notified this one. */
  readonly hasReceived?: true;
}

export type MeterDirectory = ReturnType<typeof createMeterDirectory>;

/** Ids of installations are positive int4. */
const INSTALLATION_ID = /^[1-9]\d{0,8}$/;
/** The failure for a meter that does not exist or belongs to another customer; both are answered alike. */
export const absentMeter = (): NotFound => new NotFound('Medidor não encontrado.');

export const createMeterDirectory = (meters: VisibleMetersRepository) => {
  const listeners = new Set<(change: MeterChange) => unknown>();
  const notify = (change: MeterChange): Promise<unknown>[] =>
    [...listeners].map(async (listener) => listener(change));
  const find = async (viewer: Viewer, mac: Mac): Promise<Meter> => {
    const meter = await meters.find(viewer, mac);
    if (meter === null) throw absentMeter();
    return meter;
  };
  return {
    /** Ordered by name of establishment and meter. */
    visibleMeters: (caller: Pick<Caller, 'accountId' | 'profile'>) => meters.list(viewerOf(caller)),
    /** The meters of one establishment that this person sees. */
    visibleAt: (caller: Caller, establishmentId: string) => meters.listAt(viewerOf(caller), establishmentId),
    /** The current installation. Throws NotFound if the meter does not exist or belongs to another customer. */
    findVisible: (caller: Caller, mac: Mac) => find(viewerOf(caller), mac),
    /**
     * The result of `read` for a meter that the caller sees, if the caller may do the action. Throws NotAllowed, or as
     * `findVisible` does.
     */
    async read<T>(caller: Caller, action: Action, mac: Mac, read: (meter: Meter) => Promise<T>): Promise<T> {
      requirePermission(caller, action);
      return read(await find(viewerOf(caller), mac));
    },
    /** Like `findVisible`, for a current installation by its id. */
    async findInstalled(caller: Caller, installationId: string): Promise<Meter> {
      const isId = INSTALLATION_ID.test(installationId);
      const meter = isId ? await meters.findInstallation(viewerOf(caller), Number(installationId)) : null;
      if (meter === null) throw absentMeter();
      return meter;
    },
    /** The meters that a person may watch now. */
    watchable: meters.watchable,
    /** @returns a function that stops listening */
    onChange(listener: (change: MeterChange) => unknown): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Notifies the listeners; call it after the commit. */
    announce: (change: MeterChange) => void Promise.allSettled(notify(change)),
    /** Like `announce`; resolves when all listeners have processed the changes and frames are routed by them. */
    async settle(changes: readonly MeterChange[]) {
      await Promise.allSettled(changes.flatMap(notify));
    },
  };
};
