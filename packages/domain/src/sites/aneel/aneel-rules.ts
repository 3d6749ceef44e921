import type { CivilDate } from '../../base/time/civil-day.ts';
import type { Price } from '../../base/units/price.ts';
import { parseRate } from '../../base/units/rate.ts';
import {
  ELECTRIC_MODALITIES,
  type ElectricRules,
  isOfOnePrice,
  type ReactiveRules,
  type TouWindows,
} from '../tariffs/tariff-rules.ts';
import { USUAL_CAPACITIVE } from '../tou-windows/windows-of-tou-period.ts';
import type { AneelTariff, AneelVersion } from './aneel-assembly.ts';
import { NOT_APPLICABLE } from './aneel-row.ts';

/** Data of a tariff that ANEEL's row of prices does not contain. */
interface BesidePrices {
  readonly windows: TouWindows;
  /** R$/kvarh: the TE of B1 of the same distributor; null if unknown. */
  readonly vrEre: Price | null;
}

/** Power factor below which reactive energy is excess (REN ANEEL 1.000/2021, art. 302). */
const REFERENCE = parseRate('0.92');

/** Usual billing of distributors: amounts are truncated, whole kWh are billed, and unit prices are not rounded. */
const BILLING = {
  rounding: 'truncate',
  priceDecimals: null,
  integerKwh: true,
  integerKw: false,
  tusdTe: 'separate',
  fioB: null,
  gd3: null,
} as const;

/** Converts ANEEL's prices to the rules of a tariff, completed by usual billing. */
export function rulesOfAneel(
  { modality }: Pick<AneelTariff, 'modality'>,
  version: AneelVersion,
  { windows, vrEre }: BesidePrices,
): ElectricRules {
  const { touPeriods, demandTouPeriods } = ELECTRIC_MODALITIES[modality];
  const reactive: ReactiveRules = { vrEre, vrDre: null, reference: REFERENCE, capacitive: USUAL_CAPACITIVE };
  return {
    modality,
    ...BILLING,
    ...(isOfOnePrice(modality) ? {} : { windows }),
    energy: Object.fromEntries(touPeriods.map((touPeriod) => [touPeriod, version.energy[touPeriod]])),
    ...(demandTouPeriods.length === 0
      ? {}
      : {
          demand: Object.fromEntries(
            demandTouPeriods.map((touPeriod) => [touPeriod, version.demand[touPeriod]]),
          ),
          reactive,
        }),
  } as ElectricRules;
}

/** The price of excess reactive energy: TE of B1 residential (REN ANEEL 1.000/2021, art. 304), by distributor and day. */
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

/** The name of a class of consumers: 'Residencial · Baixa Renda', 'Rural'; without a class empty, in B3 'Demais classes'. */
export function classOfAneel(tariff: Pick<AneelTariff, 'subgroup' | 'class' | 'subclass'>): string {
  const [main, sub] = [tariff.class, tariff.subclass].map((name) => (name === NOT_APPLICABLE ? '' : name));
  if (!main && !sub) return tariff.subgroup === 'B3' ? 'Demais classes' : '';
  if (!main || !sub) return `${main}${sub}`;
  return sub.startsWith(main) ? sub : `${main} · ${sub}`;
}
