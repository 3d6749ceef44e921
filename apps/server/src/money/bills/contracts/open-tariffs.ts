import { openModalities } from '@nascente/domain/money/comparison/compare-tariffs';
import type { BillingContract } from '@nascente/domain/sites/tariffs/billing-contract';
import {
  ELECTRIC_MODALITIES,
  type ElectricModality,
  isOfGroupB,
} from '@nascente/domain/sites/tariffs/tariff-rules';
import type { TariffNames } from '../../../sites/tariffs/index.ts';

/** Modalities that are open to a customer, each with its tariff, or the reason why there is none. */
export interface OpenTariffs {
  readonly candidates: readonly { readonly modality: ElectricModality; readonly tariff: TariffNames }[];
  readonly unavailable: readonly { readonly modality: ElectricModality; readonly reason: string }[];
}

/** Whoever of Group A opts for a tariff of Group B is billed as B3. */
const subgroupUnder = (modality: ElectricModality, { group, subgroup }: BillingContract): string => {
  return group === 'A' && isOfGroupB(modality) ? 'B3' : subgroup;
};

/** Its own tariff, else the one of its class, else the only one; of several classes none is guessed. */
const choose = (
  modality: ElectricModality,
  own: TariffNames | null,
  fitting: readonly TariffNames[],
): TariffNames | undefined => {
  if (own?.modality === modality) return own;
  const alike = fitting.find(({ comment }) => comment === own?.comment);
  return alike ?? (fitting.length === 1 ? fitting[0] : undefined);
};

const reasonFor = (
  modality: ElectricModality,
  subgroup: string,
  own: TariffNames | null,
  hasSome: boolean,
): string => {
  const which = `${ELECTRIC_MODALITIES[modality].label} de ${subgroup}${own === null ? '' : ` da distribuidora ${own.distributor}`}`;
  return hasSome ? `Há mais de uma tarifa ${which}: não se sabe qual comparar.` : `Falta a tarifa ${which}.`;
};

/** The tariffs of the customer's distributor for each open modality, of its subgroup and class. */
export const openTariffs = (
  contract: BillingContract,
  own: TariffNames | null,
  tariffNames: readonly TariffNames[],
): OpenTariffs => {
  const found = openModalities(contract).map((modality) => {
    const subgroup = subgroupUnder(modality, contract);
    const fitting = tariffNames.filter((tariff) => tariff.modality === modality && tariff.group === subgroup);
    const tariff = choose(modality, own, fitting);
    return { modality, tariff, reason: reasonFor(modality, subgroup, own, fitting.length > 0) };
  });
  return {
    candidates: found.flatMap(({ modality, tariff }) => (tariff === undefined ? [] : [{ modality, tariff }])),
    unavailable: found.flatMap(({ modality, tariff, reason }) =>
      tariff === undefined ? [{ modality, reason }] : [],
    ),
  };
};
