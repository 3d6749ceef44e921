import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { AneelTariff, AneelVersion } from '@nascente/domain/sites/aneel/aneel-assembly';
import { type AneelComponents, fillComponents } from '@nascente/domain/sites/aneel/aneel-components';
import { classOfAneel, reactivePrices, rulesOfAneel } from '@nascente/domain/sites/aneel/aneel-rules';
import { type ElectricRules, rulesOn, type TouWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import { windowsOf } from '@nascente/domain/sites/tou-windows/windows-of-tou-period';
import { MODALITY_NAMES } from './modality-names.ts';
import { componentText, priceText } from './price-text.ts';

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

type Named = Pick<AneelTariff, 'distributor' | 'subgroup' | 'modality' | 'class' | 'subclass'> & {
  readonly cnpj: string | null;
};

const aboutOf = (tariff: Named): Omit<TariffNames, 'distributor'> => ({
  group: tariff.subgroup,
  comment: classOfAneel(tariff),
  color: MODALITY_NAMES[tariff.modality],
});

const storedOf = (tariff: Named, tariffsByKey: ReadonlyMap<string, CachedTariff>): CachedTariff | undefined =>
  (tariff.cnpj ? tariffsByKey.get(keyOf(tariff.cnpj, aboutOf(tariff))) : undefined) ??
  tariffsByKey.get(keyOf(tariff.distributor, aboutOf(tariff)));

const planOne = (
  tariff: AneelTariff,
  tariffsByKey: ReadonlyMap<string, CachedTariff>,
  beside: Beside,
): PlannedTariff => {
  const about = aboutOf(tariff);
  const stored = storedOf(tariff, tariffsByKey);
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

/** A stored version. The import adds the charges on compensated energy to its rules. */
export interface FilledVersion {
  readonly tariffId: string;
  readonly validFrom: CivilDate;
  readonly rules: ElectricRules;
}

interface PlannedComponents {
  readonly filled: readonly FilledVersion[];
  readonly unchanged: number;
  /** Tariffs of the file without a stored version of its days. */
  readonly withoutTariff: number;
  readonly conflicts: readonly (PlannedConflict & { readonly names: TariffNames })[];
}

/** The stored versions that begin within the days of a component, each with its fill and its conflict. */
const fillsOf = (
  { versions }: AneelComponents,
  stored: CachedTariff | undefined,
  rules: (tariffId: string) => ReadonlyMap<CivilDate, ElectricRules>,
) =>
  stored === undefined
    ? []
    : [...rules(stored.id)].flatMap(([validFrom, storedRules]) => {
        const version = rulesOn(versions, validFrom);
        if (version === null || version.validUntil < validFrom) return [];
        const texts = { stored: componentText(storedRules), imported: componentText(version) };
        const conflict = { names: stored, validFrom, ...texts };
        return [{ tariffId: stored.id, fill: fillComponents(storedRules, version), conflict }];
      });

/**
 * The effect of a file of components on stored versions. If stored values differ, they stay and the conflict is reported.
 * @param rules - rules of stored versions by tariff and first day
 */
export const planComponents = (
  components: readonly AneelComponents[],
  storedTariffs: readonly CachedTariff[],
  rules: (tariffId: string) => ReadonlyMap<CivilDate, ElectricRules>,
): PlannedComponents => {
  const index = indexOf(storedTariffs);
  const byComponent = components.map((component) => fillsOf(component, storedOf(component, index), rules));
  const fills = byComponent.flat();
  return {
    filled: fills.flatMap(({ tariffId, fill, conflict: { validFrom } }) =>
      fill.effect === 'filled' ? [{ tariffId, validFrom, rules: fill.rules }] : [],
    ),
    unchanged: fills.filter(({ fill }) => fill.effect === 'unchanged').length,
    withoutTariff: byComponent.filter((ofComponent) => ofComponent.length === 0).length,
    conflicts: fills.flatMap(({ fill, conflict }) => (fill.effect === 'conflict' ? [conflict] : [])),
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
