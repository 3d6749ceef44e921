import type { BodyOf } from '@nascente/contract/base/call';
import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import type {
  EstablishmentAmounts,
  readEstablishmentAmounts,
} from '@nascente/contract/money/establishment-consumption';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { FindEstablishment } from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';

/**
 * Establishments with so many meters are read concurrently: their statements are sent as one, and computing them takes the thread
 * no longer than a card of many meters does.
 */
const METERS_AT_ONCE = 10;

const amountsOf = (cycle: MonthSoFar | null): EstablishmentAmounts => {
  if (cycle === null) return null;
  const { total, cost, forecast } = cycle;
  return { total, cost, forecast, ...repeatShares(cycle) };
};

/** Establishments in their order, one at least at a time. */
const inBatches = <S extends { readonly meters: readonly unknown[] }>(subjects: readonly S[]): S[][] => {
  const batches: S[][] = [];
  let meters = METERS_AT_ONCE;
  for (const subject of subjects) {
    meters += Math.max(subject.meters.length, 1);
    if (meters > METERS_AT_ONCE) {
      batches.push([]);
      meters = Math.max(subject.meters.length, 1);
    }
    batches.at(-1)?.push(subject);
  }
  return batches;
};

type FoundEstablishment = Awaited<ReturnType<FindEstablishment>>;

/** The amounts of the cycle of each establishment, in the requested order. Throws NotFound for all of them where one is not the caller's. */
export const createReadAmounts =
  (needs: {
    find: FindEstablishment;
    cycleOf: (caller: Caller, establishment: FoundEstablishment) => Promise<MonthSoFar | null>;
  }) =>
  async (
    caller: Caller,
    { establishments }: BodyOf<typeof readEstablishmentAmounts>,
    signal: AbortSignal,
  ): Promise<EstablishmentAmounts[]> => {
    requirePermission(caller, 'see-consumption');
    const keyOf = ({ id, type }: Pick<FoundEstablishment, 'id' | 'type'>) => `${type} ${id}`;
    const unique = new Map(establishments.map((one) => [keyOf(one), one]));
    const subjects = await Promise.all(
      [...unique.values()].map(({ id, type }) => needs.find(caller, id, type)),
    );
    const amounts = new Map<string, EstablishmentAmounts>();
    for (const batch of inBatches(subjects)) {
      signal.throwIfAborted();
      await Promise.all(
        batch.map(async (subject) => {
          amounts.set(keyOf(subject), amountsOf(await needs.cycleOf(caller, subject)));
        }),
      );
    }
    return establishments.map((one) => amounts.get(keyOf(one)) ?? null);
  };
