import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { areOutOfDate, type PricesInForce } from '@nascente/domain/money/prices/price-age';
import { rulesOn } from '@nascente/domain/sites/tariffs/rules-in-force';
import type { RulesVersion, TariffRules } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { TariffNames } from '../../../sites/tariffs/index.ts';
import type { KnownTariffs, Terms } from './terms-in-force.ts';

/** Prices by which bills are made although others have followed them. */
export interface OldPrices extends PricesInForce {
  readonly tariff: TariffNames;
  readonly rules: TariffRules;
  /** Of the same distributor, subgroup and modality; null where none is stored. */
  readonly newer: { readonly tariff: TariffNames; readonly version: RulesVersion } | null;
}

/** Of tariffs with newer prices the one of the same class, else the only one: of several classes none is guessed. */
const chooseNewer = (
  own: TariffNames,
  newer: readonly NonNullable<OldPrices['newer']>[],
): OldPrices['newer'] => {
  const alike = newer.filter(({ tariff }) => tariff.comment === own.comment);
  const [first = null, ...others] = alike.length > 0 ? alike : newer;
  return others.length === 0 ? first : null;
};

/** Whether the prices of a contract are out of date, and which have followed them; null where they are not, or where no tariff is known. */
export const oldPrices = async (
  { tariff: own }: Pick<Terms, 'tariff'>,
  tariffs: KnownTariffs,
  today: CivilDate,
): Promise<OldPrices | null> => {
  const ownTariff = own && (await tariffs.find(own.id));
  const prices = ownTariff && rulesOn(ownTariff.approved, today);
  const inForce = ownTariff && rulesOn(ownTariff.rules, today);
  if (!(own && prices && inForce) || !areOutOfDate(prices, today)) return null;
  const beside = (await tariffs.naming.beside(own.id)).filter(
    ({ id, modality, group }) => id !== own.id && modality === own.modality && group === own.group,
  );
  const versions = await Promise.all(beside.map(({ id }) => tariffs.rulesOf(id)));
  const newer = beside.flatMap((tariff, index) => {
    const version = rulesOn(versions[index] ?? [], today);
    return version !== null && version.validFrom > prices.validFrom ? [{ tariff, version }] : [];
  });
  return { ...prices, tariff: own, rules: inForce.rules, newer: chooseNewer(own, newer) };
};
