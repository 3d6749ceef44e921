import type { Mac } from '@nascente/domain/metering/mac';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Meter, MeterState } from './meter.ts';
import { viewerOf } from './visibility.ts';
import type { VisibleMetersRepository } from './visible-meters.repository.ts';

/** A board was provisioned, installed, changed or removed. */
export interface MeterChange {
  readonly mac: Mac;
}

export interface MeterDirectory {
  visibleMeters(caller: Pick<Caller, 'accountId' | 'profile'>): Promise<readonly Meter[]>;
  /** The installation in use now. Throws the same NotFound for an absent meter and for another customer's. */
  findVisible(caller: Caller, mac: string): Promise<Meter>;
  /** When meters were last heard; those never heard are left out. */
  states(meters: readonly Meter[]): Promise<ReadonlyMap<number, MeterState>>;
  /** Whether a person may see this meter now, by what the database says at this moment. */
  mayWatch(accountId: string, mac: Mac): Promise<boolean>;
  /** @returns stops listening. */
  onChange(listener: (change: MeterChange) => void): () => void;
  /** Tells the listeners; to be called after the change is committed. */
  announce(change: MeterChange): void;
}

export const createMeterDirectory = (needs: { meters: VisibleMetersRepository }): MeterDirectory => {
  const { meters } = needs;
  const listeners = new Set<(change: MeterChange) => void>();
  return {
    visibleMeters: (caller) => meters.list(viewerOf(caller)),
    async findVisible(caller, mac) {
      const meter = await meters.find(viewerOf(caller), mac as Mac);
      if (meter === null) throw new NotFound('Medidor não encontrado.');
      return meter;
    },
    states: (visible) => meters.states(visible.map((meter) => meter.installationId)),
    mayWatch: (accountId, mac) => meters.mayWatch(accountId, mac),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce(change) {
      for (const listener of listeners) listener(change);
    },
  };
};
