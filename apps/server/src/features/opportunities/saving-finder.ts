import type { TariffComparison } from '@nascente/contract/tariff-comparison';
import type { NightFlow } from '@nascente/contract/water';
import { HOUR_MS, type Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import { NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type Meter, viewerOf } from '../meters/index.ts';
import type { FoundSaving } from './found-saving.ts';
import { leakSaving } from './leak-saving.ts';
import { tariffSaving } from './tariff-saving.ts';

/** As many establishments as one server keeps the tariffs of in mind. */
const ESTABLISHMENTS_KEPT = 5000;

export interface SavingSources {
  readonly comparison: { read(caller: Caller, id: string, end: undefined): Promise<TariffComparison> };
  readonly readNights: (caller: Caller, mac: string) => Promise<NightFlow>;
}

/** What a caller does not see, or what has gone meanwhile, saves nothing that could be told to them. */
const unlessHidden = async <T>(read: () => Promise<T>): Promise<T | null> => {
  try {
    return await read();
  } catch (failure) {
    if (failure instanceof NotAllowed || failure instanceof NotFound) return null;
    throw failure;
  }
};

/** Finds what could be saved at an establishment. */
export const createSavingFinder = (
  needs: SavingSources & { database: Pick<Database, 'changes'>; clock: () => Instant },
) => {
  const { comparison, readNights, database, clock } = needs;
  const whileUnchanged = createWhileUnchanged<{ readonly saving: FoundSaving | null }>(
    database.changes,
    ESTABLISHMENTS_KEPT,
  );

  const compare = async (caller: Caller, id: string) => {
    const compared = await unlessHidden(() => comparison.read(caller, id, undefined));
    return { saving: compared === null ? null : tariffSaving(compared) };
  };

  /** The same for everybody who sees the whole establishment; who may see only a part of it is asked for anew each time. */
  const byTariff = async (caller: Caller, id: string): Promise<FoundSaving | null> => {
    const hour = Math.floor(clock() / HOUR_MS);
    const isWhole = viewerOf(caller).scope !== 'given';
    const { saving } = isWhole
      ? await whileUnchanged(`${id} ${hour}`, () => compare(caller, id))
      : await compare(caller, id);
    return saving;
  };

  const byNights = async (caller: Caller, { mac, name }: Meter): Promise<FoundSaving | null> => {
    const nights = await unlessHidden(() => readNights(caller, mac));
    return nights && leakSaving({ mac, name }, nights);
  };

  /** @param meters of the establishment, that the caller sees */
  return async (caller: Caller, id: string, meters: readonly Meter[]): Promise<readonly FoundSaving[]> => {
    const found = [meters.some(({ kind }) => kind !== 'water') ? await byTariff(caller, id) : null];
    for (const meter of meters) if (meter.kind === 'water') found.push(await byNights(caller, meter));
    return found.filter((saving) => saving !== null);
  };
};

export type SavingFinder = ReturnType<typeof createSavingFinder>;
