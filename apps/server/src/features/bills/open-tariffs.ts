import type { BillingContract } from '@nascente/domain/tariff/billing-contract';
import { openModalities } from '@nascente/domain/tariff/compare-tariffs';
import type { ElectricModality } from '@nascente/domain/tariff/tariff-rules';
import type { TariffNames } from '../tariffs/index.ts';

/** Modalities that are open to a customer, each with its tariff, or the reason why there is none. */
export interface OpenTariffs {
  readonly candidates: readonly { readonly modality: ElectricModality; readonly tariff: TariffNames }[];
  readonly unavailable: readonly { readonly modality: ElectricModality; readonly reason: string }[];
}

const NAMES: Readonly<Record<ElectricModality, string>> = {
  convencional: 'Convencional',
  branca: 'Branca',
  verde: 'Verde',
  azul: 'Azul',
};

/** Whoever of Group A opts for a tariff of Group B is billed as B3. */
const subgroupUnder = (modality: ElectricModality, { group, subgroup }: BillingContract): string => {
  const isGroupB = modality === 'convencional' || modality === 'branca';
  return group === 'A' && isGroupB ? 'B3' : subgroup;
};

/**
 * The tariffs of the customer's distributor for each open modality: its own, or the one of the same subgroup and
 * class. Where several classes remain, none is guessed.
 */
export const openTariffs = (
  contract: BillingContract,
  own: TariffNames | null,
  known: readonly TariffNames[],
): OpenTariffs => {
  const candidates: { modality: ElectricModality; tariff: TariffNames }[] = [];
  const unavailable: { modality: ElectricModality; reason: string }[] = [];
  for (const modality of openModalities(contract)) {
    const subgroup = subgroupUnder(modality, contract);
    const fitting = known.filter((tariff) => tariff.modality === modality && tariff.group === subgroup);
    const alike = fitting.filter(({ comment }) => comment === own?.comment);
    const found =
      own?.modality === modality
        ? own
        : alike.length > 0
          ? alike[0]
          : fitting.length === 1
            ? fitting[0]
            : undefined;
    if (found !== undefined) candidates.push({ modality, tariff: found });
    else {
      const where = own === null ? '' : ` da distribuidora ${own.distributor}`;
      const reason =
        fitting.length > 1
          ? `Há mais de uma tarifa ${NAMES[modality]} de ${subgroup}${where}: escolha a tarifa no contrato.`
          : `Falta a tarifa ${NAMES[modality]} de ${subgroup}${where}.`;
      unavailable.push({ modality, reason });
    }
  }
  return { candidates, unavailable };
};
