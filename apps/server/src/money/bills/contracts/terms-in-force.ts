import type { assumptions } from '@nascente/contract/money/billing-terms';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { watts } from '@nascente/domain/base/units/power';
import type { BillingContract, ContractedDemand } from '@nascente/domain/sites/tariffs/billing-contract';
import {
  isOfGroup,
  type Modality,
  type RulesVersion,
  rulesOn,
  SUBGROUPS,
  type Subgroup,
} from '@nascente/domain/sites/tariffs/tariff-rules';
import {
  type EstablishmentFacts,
  meterTariffIdOf,
  type StoredContract,
  tariffIdOf,
  type Utility,
} from '../../../sites/establishments/index.ts';
import type { TariffNames, TariffNaming, TariffsService } from '../../../sites/tariffs/index.ts';

type Assumption = (typeof assumptions)[number];

/** The terms of a bill: stored, or assumed if never entered. */
export interface Terms {
  /** Null: no contract is stored. */
  readonly validFrom: CivilDate | null;
  readonly contract: BillingContract;
  readonly tariff: TariffNames | null;
  readonly versions: readonly RulesVersion[];
  readonly assumed: readonly Assumption[];
  /** Without a contract, each kWh has the price of the meter that measured it. Set if the meters have different tariffs. */
  readonly isByMeter?: true;
}

export interface CachedTariffs extends Pick<TariffsService, 'find' | 'rulesOf'> {
  readonly naming: TariffNaming;
}

const WATTS_PER_KW = 1000;

/** The contract in force on a day; before the first contract, the first one. */
const storedOn = (facts: EstablishmentFacts, type: Utility, day: CivilDate): StoredContract | null => {
  const contractsOfType = facts.contracts.filter((contract) => contract.type === type);
  return rulesOn(contractsOfType, day) ?? contractsOfType[0] ?? null;
};

const isSubgroup = (text: string | undefined): text is Subgroup =>
  SUBGROUPS.some((subgroup) => subgroup === text);

const subgroupOf = (group: 'A' | 'B', ...proposed: (string | undefined)[]): Subgroup => {
  const fitting = proposed.find((one) => isSubgroup(one) && one.startsWith(group));
  return isSubgroup(fitting) ? fitting : group === 'A' ? 'A4' : 'B3';
};

const demandOf = (facts: EstablishmentFacts, group: 'A' | 'B'): ContractedDemand | null => {
  const kw = facts.contractedDemandKw;
  if (group === 'B' || kw === null) return null;
  return { mode: 'single', demand: watts(Math.round(kw * WATTS_PER_KW)) };
};

/** Assumed terms of an establishment without a contract: only those that its group and tariff imply. */
const assumedContract = (
  facts: EstablishmentFacts,
  type: Utility,
  tariff: TariffNames | null,
  otherwise: string,
): BillingContract => {
  const proposed = isSubgroup(tariff?.group) ? tariff.group : otherwise;
  const group = facts.tariffGroup ?? (proposed.startsWith('A') ? 'A' : 'B');
  const modality: Modality = type === 'water' ? 'water' : (tariff?.modality ?? 'simple');
  return {
    group: type === 'water' ? 'B' : group,
    subgroup: type === 'water' ? 'B3' : subgroupOf(group, tariff?.group, otherwise),
    modality,
    optanteB: group === 'A' && isOfGroup('B', modality),
    transformerKva: null,
    market: { mode: 'cativo' },
    demand: type === 'water' ? null : demandOf(facts, group),
    supply: null,
    taxes: [],
    cosip: null,
    generation: null,
    economias: 1,
    category: type === 'water' ? 'comercial' : null,
  };
};

const isElectricFull = ({ modality }: BillingContract): boolean =>
  modality !== 'simple' && modality !== 'water';

/** Terms that the modality needs and that are missing or assumed. */
const assumedOf = (stored: StoredContract | null, contract: BillingContract): Assumption[] => {
  const assumed: Assumption[] = stored === null ? ['group', 'subgroup', 'modality'] : [];
  if (stored === null || stored.tariffId === null) assumed.push('tax');
  if (!isElectricFull(contract)) return assumed;
  const hasDemand = isOfGroup('A', contract.modality);
  if (hasDemand && (stored === null || contract.demand === null)) assumed.push('demand');
  if (!hasDemand && contract.supply === null) assumed.push('supply');
  if (contract.taxes.length === 0) assumed.push('taxes');
  if (contract.cosip === null) assumed.push('cosip');
  return assumed;
};

/** @param otherwise - the group or subgroup to assume if no data imply one */
export const termsOn = async (
  facts: EstablishmentFacts,
  type: Utility,
  day: CivilDate,
  tariffs: CachedTariffs,
  otherwise = 'B3',
): Promise<Terms> => {
  const stored = storedOn(facts, type, day);
  const tariffId = stored?.tariffId ?? tariffIdOf(facts, type);
  const found = tariffId === null ? null : await tariffs.find(tariffId);
  const tariff = found?.names ?? null;
  const contract = stored?.terms ?? assumedContract(facts, type, tariff, otherwise);
  return {
    validFrom: stored?.validFrom ?? null,
    contract,
    tariff,
    versions: found?.rules ?? [],
    assumed: assumedOf(stored, contract),
  };
};

/** Assumptions that concern a bill by the simple tariff. */
const OF_SIMPLE: readonly Assumption[] = ['group', 'subgroup', 'modality', 'tax'];

/** The three values of a tariff, as rules. */
export const simpleVersionsOf = async (
  tariffs: Pick<CachedTariffs, 'find'>,
  id: string,
): Promise<readonly RulesVersion[]> =>
  ((await tariffs.find(id))?.prices ?? []).map(({ validFrom, inPoint, interPoint, outPoint }) => ({
    validFrom,
    rules: { modality: 'simple', inPoint, interPoint, outPoint },
  }));

/**
 * The terms of a day's bill: those of the contract; for electricity without a stored contract, those of the simple tariff, which
 * prices every other screen too. Water tiers need no contract.
 */
export const billTermsOn = async (
  facts: EstablishmentFacts,
  type: Utility,
  day: CivilDate,
  tariffs: CachedTariffs,
): Promise<Terms> => {
  // The tariff of the meter is used, as on other screens.
  const tariffId = meterTariffIdOf(facts, type) ?? facts.tariffId;
  const isSimple = type === 'eletric' && storedOn(facts, type, day) === null;
  const terms = await termsOn(isSimple ? { ...facts, tariffId } : facts, type, day, tariffs);
  const { tariff, contract } = terms;
  if (!isSimple || tariff === null) return terms;
  return {
    ...terms,
    contract: { ...contract, modality: 'simple' },
    versions: await simpleVersionsOf(tariffs, tariff.id),
    assumed: terms.assumed.filter((one) => OF_SIMPLE.includes(one)),
    isByMeter: true,
  };
};
