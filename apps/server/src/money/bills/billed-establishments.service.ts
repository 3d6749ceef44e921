import { isId } from '@nascente/contract/base/conventions';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { elapsedTime, metersOf } from '@nascente/domain/energy/subjects/meter-parts';
import type { Action } from '@nascente/domain/people/permissions';
import { NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import {
  type EstablishmentFactsRepository,
  type EstablishmentsService,
  isGivenTo,
  type Utility,
} from '../../sites/establishments/index.ts';
import { viewerOf } from '../../sites/meters/index.ts';
import type { FlagsService } from '../../sites/tariffs/index.ts';
import { type BilledEstablishment, partsOfEstablishment } from './measured-days.ts';

const NOT_FOUND = 'Estabelecimento não encontrado.';
const NOT_ALL_METERS = 'A fatura é de todo o estabelecimento, e você acompanha só parte dos medidores dele.';
export type BilledEstablishments = ReturnType<typeof createBilledEstablishments>;

const spanOf = (establishment: BilledEstablishment, days: BillingCycle | undefined): TimeSpan => {
  const { now } = establishment;
  return days === undefined ? { from: now, to: instant(now + 1) } : elapsedTime(days, establishment);
};

/** Establishments with bills. A caller may see a bill only with access to every meter that the bill sums. */
export const createBilledEstablishments = (needs: {
  establishments: EstablishmentsService;
  facts: EstablishmentFactsRepository;
  flags: FlagsService;
  clock: () => Instant;
}) => {
  const { establishments, facts, flags, clock } = needs;

  const seesAll = (caller: Caller, establishment: BilledEstablishment, span: TimeSpan): boolean =>
    viewerOf(caller).scope !== 'granted' ||
    metersOf(partsOfEstablishment(establishment.facts.meters, establishment.type, span)).every((meter) =>
      isGivenTo(meter, caller),
    );

  const requireComplete = (caller: Caller, establishment: BilledEstablishment, days?: BillingCycle): void => {
    if (!seesAll(caller, establishment, spanOf(establishment, days))) throw new NotAllowed(NOT_ALL_METERS);
  };

  const find = async (
    caller: Caller,
    id: string,
    type: Utility,
    action: Action,
  ): Promise<BilledEstablishment> => {
    requirePermission(caller, action);
    if (!isId(id)) throw new NotFound(NOT_FOUND);
    const [establishment, found, months] = await Promise.all([
      establishments.findVisible(caller, id),
      facts.read(id),
      flags.months(),
    ]);
    if (found === null) throw new NotFound(NOT_FOUND);
    const { name, fantasyName, ownerId, zone } = establishment;
    return { id, name, fantasyName, ownerId, facts: found, zone, type, now: clock(), flags: months };
  };

  return {
    /** Throws NotFound if the establishment does not exist or belongs to another customer. */
    find,
    /** The establishments that may have bills. Electricity needs a stored contract; the tiers of water do not. */
    async billed(ids: readonly string[], type: Utility): Promise<ReadonlySet<string>> {
      if (type === 'water') return new Set(ids);
      const [only, another] = ids;
      if (only === undefined || another !== undefined) return facts.withContract(ids, type);
      // For one establishment all facts are read at once, because they are needed next.
      const contracts = (await facts.read(only))?.contracts ?? [];
      return new Set(contracts.some((contract) => contract.type === type) ? ids : []);
    },
    /**
     * Throws NotAllowed if the caller sees only some of the meters that measured those days, or, without days, of the current
     * meters.
     */
    requireFullAccess: requireComplete,
    /** Whether the caller sees all meters that measured those days. */
    hasFullAccess: (caller: Caller, establishment: BilledEstablishment, days: BillingCycle) =>
      seesAll(caller, establishment, spanOf(establishment, days)),
    /** Whether the caller sees all meters that measured electricity since a day. Throws as `find` does. */
    async seesSince(caller: Caller, id: string, first: CivilDate) {
      const establishment = await find(caller, id, 'eletric', 'see-bills');
      const last = civilDateAt(establishment.now, establishment.zone);
      return seesAll(caller, establishment, spanOf(establishment, { first, last }));
    },
  };
};
