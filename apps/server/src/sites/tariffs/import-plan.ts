import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { AneelTariff, AneelVersion } from '@nascente/domain/sites/aneel/aneel-assembly';
import { classOfAneel, reactivePrices, rulesOfAneel } from '@nascente/domain/sites/aneel/aneel-rules';
import type { ElectricRules, TouWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import { windowsOf } from '@nascente/domain/sites/tou-windows/windows-of-tou-period';
import { MODALITY_NAMES } from './modality-names.ts';
import { priceText } from './price-text.ts';

/** The identity of a tariff. */
interface TariffNames {
  readonly group: string;
  readonly distributor: string;
  readonly comment: string;
  readonly color: string;
}

/** A stored tariff of electricity, as far as an import needs it. */
export interface CachedTariff extends TariffNames {
  readonly id: string;
  readonly cnpj: string | null;
  /** The price text of each version by its first day; `null` for a simple version. */
  readonly versions: ReadonlyMap<string, string | null>;
}

export interface PlannedVersion {
  readonly validFrom: CivilDate;
  readonly validUntil: string;
  readonly source: string;
  readonly rules: ElectricRules;
  readonly priceText: string;
}

interface PlannedConflict {
  readonly validFrom: CivilDate;
  readonly stored: string;
  readonly imported: string;
}

/** The effect of an import on one tariff of the file. */
export interface PlannedTariff {
  readonly names: TariffNames;
  readonly distributorKey: string;
  readonly cnpj: string | null;
  readonly modality: AneelTariff['modality'];
  /** `null`: the tariff is new. */
  readonly id: string | null;
  readonly newVersions: readonly PlannedVersion[];
  readonly unchanged: number;
  readonly conflicts: readonly PlannedConflict[];
}

const SIMPLE = 'preços simples';

const keyOf = (owner: string, { group, comment, color }: Omit<TariffNames, 'distributor'>): string =>
  [owner.toUpperCase(), group, comment, color].join('\n');

/** Stored tariffs by CNPJ and by name: a distributor that changed its name keeps its tariffs. */
const indexOf = (storedTariffs: readonly CachedTariff[]): ReadonlyMap<string, CachedTariff> =>
  new Map([
    ...storedTariffs.map((tariff) => [keyOf(tariff.distributor, tariff), tariff] as const),
    ...storedTariffs.flatMap((tariff) =>
      tariff.cnpj ? [[keyOf(tariff.cnpj, tariff), tariff] as const] : [],
    ),
  ]);

interface Beside {
  readonly windows: (tariff: AneelTariff) => TouWindows;
  readonly vrEre: ReturnType<typeof reactivePrices>;
}

const planned = (tariff: AneelTariff, version: AneelVersion, beside: Beside): PlannedVersion => {
  const vrEre = beside.vrEre(tariff.distributorKey, version.validFrom);
  const rules = rulesOfAneel(tariff, version, { windows: beside.windows(tariff), vrEre });
  const { validFrom, validUntil, resolution } = version;
  return { validFrom, validUntil, source: resolution, rules, priceText: priceText(rules) ?? '' };
};

const planOne = (
  tariff: AneelTariff,
  tariffsByKey: ReadonlyMap<string, CachedTariff>,
  beside: Beside,
): PlannedTariff => {
  const about = {
    group: tariff.subgroup,
    comment: classOfAneel(tariff),
    color: MODALITY_NAMES[tariff.modality],
  };
  const stored =
    (tariff.cnpj === null ? undefined : tariffsByKey.get(keyOf(tariff.cnpj, about))) ??
    tariffsByKey.get(keyOf(tariff.distributor, about));
  const newVersions: PlannedVersion[] = [];
  const conflicts: PlannedConflict[] = [];
  let unchanged = 0;
  for (const version of tariff.versions) {
    const plannedVersion = planned(tariff, version, beside);
    const prices = stored?.versions.get(version.validFrom);
    if (prices === undefined) newVersions.push(plannedVersion);
    else if (prices === plannedVersion.priceText) unchanged += 1;
    else
      conflicts.push({
        validFrom: version.validFrom,
        stored: prices ?? SIMPLE,
        imported: plannedVersion.priceText,
      });
  }
  return {
    names: { ...about, distributor: stored?.distributor ?? tariff.distributor },
    distributorKey: tariff.distributorKey,
    cnpj: tariff.cnpj,
    modality: tariff.modality,
    id: stored?.id ?? null,
    newVersions,
    unchanged,
    conflicts,
  };
};

/**
 * The effect of an import. Unknown tariffs and versions are added; versions with equal prices are unchanged. If stored prices of
 * the same day differ, the stored ones stay and the conflict is reported. @param storedWindows - stored hours of distributors,
 * which an Admin may have corrected
 */
export const planImport = (
  tariffs: readonly AneelTariff[],
  storedTariffs: readonly CachedTariff[],
  storedWindows: ReadonlyMap<string, TouWindows>,
): readonly PlannedTariff[] => {
  const index = indexOf(storedTariffs);
  const beside: Beside = {
    windows: ({ distributor }) => storedWindows.get(distributor.toUpperCase()) ?? windowsOf(distributor),
    vrEre: reactivePrices(tariffs),
  };
  return tariffs.map((tariff) => planOne(tariff, index, beside));
};
