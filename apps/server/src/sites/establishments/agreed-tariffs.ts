import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { EstablishmentFacts, Utility } from './establishment-facts.repository.ts';

/** That of the general meter, else of any other. */
export const meterTariffIdOf = (facts: EstablishmentFacts, type: Utility): string | null => {
  const metersOfType = facts.meters.filter((meter) => meter.type === type && meter.tariffId !== null);
  const present = metersOfType.filter(({ removedAt }) => removedAt === null);
  const meter = present.find(({ isGeneral }) => isGeneral) ?? present[0] ?? metersOfType.at(-1);
  return meter?.tariffId ?? null;
};

/** Where no contract names one. The tariff of the establishment is one of electricity; water has that of its meter. */
export const tariffIdOf = (facts: EstablishmentFacts, type: Utility): string | null =>
  (type === 'eletric' ? facts.tariffId : null) ?? meterTariffIdOf(facts, type);

/** A tariff by which an establishment is billed; null where there is none. */
interface AgreedTariff {
  /** Null of one that no contract names. */
  readonly validFrom: CivilDate | null;
  readonly tariffId: string | null;
}

/** Of electricity, oldest first. */
export const agreedTariffsOf = (facts: EstablishmentFacts): readonly AgreedTariff[] => {
  const own = tariffIdOf(facts, 'eletric');
  const contracts = facts.contracts.filter(({ type }) => type === 'eletric');
  if (contracts.length === 0) return [{ validFrom: null, tariffId: own }];
  return contracts.map(({ validFrom, tariffId }) => ({ validFrom, tariffId: tariffId ?? own }));
};
