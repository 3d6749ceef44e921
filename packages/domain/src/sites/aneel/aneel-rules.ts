import type { CivilDate } from '../../base/time/civil-day.ts';
import type { Price } from '../../base/units/price.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { ElectricRules, EnergyPrice, PostWindows, ReactiveRules } from '../tariffs/tariff-rules.ts';
import { USUAL_CAPACITIVE } from '../tou-windows/post-windows.ts';
import type { Post } from '../tou-windows/posts.ts';
import type { AneelTariff, AneelVersion } from './aneel-assembly.ts';
import { NOT_APPLICABLE } from './aneel-row.ts';

/** What ANEEL's file does not say of a tariff. */
interface BesidePrices {
  readonly windows: PostWindows;
  /** R$/kvarh: the TE of B1 of the same distributor; null when it is not known. */
  readonly vrEre: Price | null;
}

/** The power factor below which reactive energy is excess (REN ANEEL 1.000/2021, art. 302). */
const REFERENCE = parseRate('0.92');

/** Distributors truncate, and bill whole kWh; a price is multiplied as it is. */
const BILLING = {
  rounding: 'truncate',
  priceDecimals: null,
  wholeKwh: true,
  wholeKw: false,
  tusdTe: 'separate',
  fioB: null,
  gd3: null,
} as const;

/** All parts of a version are there: `AneelVersion`. */
const energyOf = ({ energy }: AneelVersion, post: Post) => energy[post] as EnergyPrice;
const demandOf = ({ demand }: AneelVersion, post: Post) => demand[post] as Price;

/** A version's prices as the rules of its modality. */
export function rulesOfAneel(
  { modality }: Pick<AneelTariff, 'modality'>,
  version: AneelVersion,
  { windows, vrEre }: BesidePrices,
): ElectricRules {
  const outPoint = energyOf(version, 'outPoint');
  if (modality === 'convencional') return { modality, ...BILLING, energy: { outPoint } };
  const inPoint = energyOf(version, 'inPoint');
  if (modality === 'branca') {
    const energy = { inPoint, interPoint: energyOf(version, 'interPoint'), outPoint };
    return { modality, ...BILLING, windows, energy };
  }
  const reactive: ReactiveRules = { vrEre, vrDre: null, reference: REFERENCE, capacitive: USUAL_CAPACITIVE };
  const energy = { inPoint, outPoint };
  const single = demandOf(version, 'outPoint');
  if (modality === 'verde')
    return { modality, ...BILLING, windows, energy, demand: { outPoint: single }, reactive };
  const demand = { inPoint: demandOf(version, 'inPoint'), outPoint: single };
  return { modality, ...BILLING, windows, energy, demand, reactive };
}

/**
 * The price of excess reactive energy: the TE of B1 Convencional, residential (REN ANEEL 1.000/2021, art. 304).
 * @returns by distributor key and day, among the tariffs given; null where there is none
 */
export function reactivePrices(
  tariffs: readonly AneelTariff[],
): (distributorKey: string, day: CivilDate) => Price | null {
  const residential = new Map(
    tariffs
      .filter(
        ({ subgroup, modality, subclass }) =>
          subgroup === 'B1' && modality === 'convencional' && subclass === 'Residencial',
      )
      .map((tariff) => [tariff.distributorKey, tariff.versions]),
  );
  return (distributorKey, day) => {
    const began = residential.get(distributorKey)?.filter(({ validFrom }) => validFrom <= day) ?? [];
    return began.at(-1)?.energy.outPoint?.te ?? null;
  };
}

/** What a class of consumers is called: 'Residencial · Baixa Renda', 'Rural'; empty for Group A. */
export function classOfAneel(tariff: Pick<AneelTariff, 'subgroup' | 'class' | 'subclass'>): string {
  const [main, sub] = [tariff.class, tariff.subclass].map((name) => (name === NOT_APPLICABLE ? '' : name));
  if (!main && !sub) return tariff.subgroup === 'B3' ? 'Demais classes' : '';
  if (!main || !sub) return `${main}${sub}`;
  return sub.startsWith(main) ? sub : `${main} · ${sub}`;
}
