import type { Tariff } from '@nascente/contract/sites/tariffs';
import { tariffName } from './tariff-words.ts';

export interface TariffChoice {
  readonly type: Tariff['type'];
  /** Only those of this group of voltage; all when missing. Water has none. */
  readonly group?: 'A' | 'B' | null;
}

/** The tariffs that can be chosen; the one chosen already stays among them, whatever it is. */
export const choosable = (
  tariffs: readonly Tariff[],
  { type, group }: TariffChoice,
  chosen: string | null,
): readonly Tariff[] =>
  tariffs.filter(
    (tariff) =>
      tariff._id === chosen ||
      (tariff.type === type && (!group || type === 'water' || tariff.group.startsWith(group))),
  );

/** By distributor and then as they are listed, as the groups of a select. */
export const groupedByDistributor = (tariffs: readonly Tariff[]) =>
  [...Map.groupBy(tariffs, ({ distributor }) => distributor)]
    .sort(([one], [other]) => one.localeCompare(other, 'pt-BR'))
    .map(([group, tariffsOfGroup]) => ({
      group,
      items: tariffsOfGroup.map((tariff) => ({ value: tariff._id, label: tariffName(tariff) })),
    }));
