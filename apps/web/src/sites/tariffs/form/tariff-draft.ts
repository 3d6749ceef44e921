import type { TariffRulesJson } from '@nascente/contract/sites/tariff-rules';
import type { TariffDetail } from '@nascente/contract/sites/tariffs';
import { formatNumber } from '@nascente/domain/base/units/format';
import type { Modality, TouWindows, WaterCategory } from '@nascente/domain/sites/tariffs/tariff-rules';
import { USUAL_WINDOWS, windowsOf } from '@nascente/domain/sites/tou-windows/windows-of-tou-period';
import { perMwhOf, reaisOf, typedOf } from '../../../shared/forms/fields/decimal-input.ts';

/** Form values of a tariff for every modality, each kept as typed. */
export type TariffDraft = ReturnType<typeof emptyDraft>;

export type TypedTable = ReturnType<typeof emptyTable>;

const emptyTable = () => ({
  fixedFee: '0,00',
  minimum: '0',
  tiers: [{ upTo: '', price: '', flat: false }],
});

/** Prices of a time-of-use period, in R$/MWh. */
const emptyEnergy = () => ({ tusd: '', te: '' });

/** Minutes since midnight, as a select has them. */
const typedWindow = ({ start, end }: { start: number; end: number }) => ({
  start: String(start),
  end: String(end),
});

const typedWindows = ({ peak, intermediate, hasPeakOnHolidays = false }: TouWindows) => ({
  peak: typedWindow(peak),
  intermediate: intermediate.map(typedWindow),
  areHolidaysOffPeak: !hasPeakOnHolidays,
});

export const emptyDraft = () => ({
  modality: 'convencional' as Modality,
  type: 'eletric' as 'eletric' | 'water',
  group: 'B3',
  distributor: '',
  comment: '',
  color: '',
  validFrom: '',
  source: '',
  simple: { inPoint: '', interPoint: '', outPoint: '' },
  energy: { inPoint: emptyEnergy(), interPoint: emptyEnergy(), outPoint: emptyEnergy() },
  demand: { inPoint: '', outPoint: '' },
  ...typedWindows(USUAL_WINDOWS),
  /** R$/MWh; empty: unknown. */
  vrEre: '',
  /** Charges on compensated energy, R$/MWh; all empty: unknown. */
  fioB: { inPoint: '', interPoint: '', outPoint: '' },
  gd3: { inPoint: '', interPoint: '', outPoint: '' },
  category: 'comercial' as WaterCategory,
  water: emptyTable(),
  sewageMode: 'none' as 'none' | 'percent' | 'table',
  /** Percent. */
  sewageShare: '100',
  sewage: emptyTable(),
});

type WaterJson = Extract<TariffRulesJson, { modality: 'water' }>;

const typedTable = ({ fixedFee, minimum, tiers }: WaterJson['water']): TypedTable => ({
  fixedFee: typedOf(fixedFee),
  minimum: typedOf(String(minimum)),
  tiers: tiers.map(({ upTo, price, flat }) => ({
    upTo: upTo === null ? '' : typedOf(String(upTo)),
    price: typedOf(price),
    flat,
  })),
});

const typedWater = ({ category, water, sewage }: WaterJson): Partial<TariffDraft> => ({
  category,
  water: typedTable(water),
  sewageMode: sewage.mode,
  ...(sewage.mode === 'percent' && { sewageShare: typedOf(String(Number(sewage.share) * 100)) }),
  ...(sewage.mode === 'table' && { sewage: typedTable(sewage.table) }),
});

const typedElectric = (
  rules: Exclude<TariffRulesJson, { modality: 'simple' | 'water' }>,
): Partial<TariffDraft> => {
  const empty = emptyDraft();
  const typed = (price: { tusd: string; te: string }) => ({
    tusd: perMwhOf(price.tusd),
    te: perMwhOf(price.te),
  });
  const energy = Object.fromEntries(
    Object.entries(rules.energy).map(([touPeriod, price]) => [touPeriod, typed(price)]),
  ) as Partial<TariffDraft['energy']>;
  const demand: Record<string, string> = 'demand' in rules ? rules.demand : {};
  const typedDemand = Object.fromEntries(
    Object.entries(demand).map(([touPeriod, price]) => [touPeriod, typedOf(price)]),
  );
  const typedCharge = (prices: typeof rules.fioB): TariffDraft['fioB'] =>
    prices === null
      ? empty.fioB
      : {
          inPoint: perMwhOf(prices.inPoint),
          interPoint: perMwhOf(prices.interPoint),
          outPoint: perMwhOf(prices.outPoint),
        };
  const vrEre = 'reactive' in rules ? rules.reactive?.vrEre : null;
  return {
    energy: { ...empty.energy, ...energy },
    demand: { ...empty.demand, ...typedDemand },
    ...('windows' in rules && typedWindows(rules.windows)),
    ...(vrEre && { vrEre: perMwhOf(vrEre) }),
    fioB: typedCharge(rules.fioB),
    gd3: typedCharge(rules.gd3),
  };
};

const typedRules = (rules: TariffRulesJson): Partial<TariffDraft> => {
  if (rules.modality === 'water') return typedWater(rules);
  if (rules.modality !== 'simple') return typedElectric(rules);
  const { inPoint, interPoint, outPoint } = rules;
  return {
    simple: { inPoint: typedOf(inPoint), interPoint: typedOf(interPoint), outPoint: typedOf(outPoint) },
  };
};

/** R$ raised by a percentage, rounded half up to cents. Other text stays as typed. */
const raisedAmount = (typed: string, percent: number): string => {
  const amount = reaisOf(typed);
  if (amount === null) return typed;
  // Ten-thousandths of a percent of whole cents are exact.
  const raised = Math.round(Number(amount) * 100) * (1_000_000 + Math.round(percent * 10_000));
  return formatNumber(Math.floor(raised / 1_000_000 + 0.5) / 100, 2).replaceAll('.', '');
};

/** A table of water or sewage after a yearly readjustment. @param percent - such as 6.1106 */
export const raisedTable = ({ fixedFee, minimum, tiers }: TypedTable, percent: number): TypedTable => ({
  fixedFee: raisedAmount(fixedFee, percent),
  minimum,
  tiers: tiers.map((tier) => ({ ...tier, price: raisedAmount(tier.price, percent) })),
});

type Version = TariffDetail['versions'][number];

/** A new version starts with the newest one's values and without a date. */
export const draftOf = (
  tariff: TariffDetail,
  version: Version | undefined = tariff.versions.at(-1),
): TariffDraft => {
  const { group, distributor, comment, color, type, modality } = tariff;
  const windows = typedWindows(windowsOf(distributor));
  const names = { group, distributor, comment, color, type, modality };
  return { ...emptyDraft(), ...windows, ...names, ...(version && typedRules(version.rules)) };
};

export const correctionOf = (tariff: TariffDetail, version: Version): TariffDraft => ({
  ...draftOf(tariff, version),
  validFrom: version.validFrom,
  source: version.source,
});
