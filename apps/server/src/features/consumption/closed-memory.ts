import type { Instant } from '@nascente/domain/time/zone';
import type { ChangeLog } from '../../platform/database/change-log.ts';
import { createRemembered } from '../../platform/memory/remembered.ts';
import type { MeterDaysRepository } from '../series/index.ts';

/** Closed days of an installation, and by what else something is made of them. */
export interface ClosedPart {
  readonly key: string;
  readonly installationId: number;
  readonly from: Instant;
  readonly to: Instant;
}

export interface ClosedMemory<T> {
  /**
   * What is made of each part, in their order. `make` is asked for those that are not known, by their place among all.
   */
  read(
    parts: readonly ClosedPart[],
    make: (missing: readonly number[]) => Promise<readonly T[]>,
  ): Promise<readonly T[]>;
}

/** What is made of closed days is made once, and again when any closed day of the installation is written or undone. */
export const createClosedMemory = <T extends { readonly length: number }>(
  needs: {
    changes: Pick<ChangeLog, 'ask' | 'of'>;
    closedDays: Pick<MeterDaysRepository, 'areWhole'>;
  },
  room: number,
): ClosedMemory<T> => {
  const { changes, closedDays } = needs;
  const remembered = createRemembered<T>(room, ({ length }) => length + 1);
  return {
    async read(parts, make) {
      await changes.ask();
      const changed = parts.map(({ installationId }) => changes.of('closed', installationId));
      const known = parts.map(({ key }, place) => remembered.recall(key, changed[place] ?? 0));
      const missing = [...known.keys()].filter((place) => known[place] === null);
      if (missing.length === 0) return known as T[];
      const [made, areWhole] = await Promise.all([
        make(missing),
        closedDays.areWhole(missing.map((place) => parts[place] as ClosedPart)),
      ]);
      for (const [index, place] of missing.entries()) {
        const value = made[index] as T;
        known[place] = value;
        // A day that is not closed may be added to without any closed day being written or undone.
        if (areWhole[index]) remembered.keep(parts[place]?.key ?? '', changed[place] ?? 0, value);
      }
      return known as T[];
    },
  };
};
