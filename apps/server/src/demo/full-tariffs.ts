import { writeTariffRules } from '@nascente/contract/sites/tariff-rules';
import { parsePrice } from '@nascente/domain/base/units/price';
import { parseRate } from '@nascente/domain/base/units/rate';
import type { ElectricRules, TouWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import { USUAL_CAPACITIVE, USUAL_WINDOWS } from '@nascente/domain/sites/tou-windows/windows-of-tou-period';
import type { Connection } from '../platform/database/open-database.ts';
import { type DatedTariff, storeTariff } from '../sites/tariffs/index.ts';
import { AGREED_FROM } from './billing.ts';

interface FullTariff {
  readonly group: string;
  readonly rules: ElectricRules;
}

const BASE = {
  rounding: 'truncate',
  priceDecimals: null,
  integerKwh: false,
  integerKw: false,
  tusdTe: 'separate',
  fioB: null,
  gd3: null,
} as const;

const energy = (tusd: string, te: string) => ({ tusd: parsePrice(tusd), te: parsePrice(te) });
const windows = USUAL_WINDOWS;

const halfPast = (hour: number): number => hour * 60 + 30;

/** In Group A, time-of-use periods begin at half past, as with some distributors. */
const AT_HALF_PAST: TouWindows = {
  ...USUAL_WINDOWS,
  peak: { start: halfPast(17), end: halfPast(20) },
  intermediate: [
    { start: halfPast(16), end: halfPast(17) },
    { start: halfPast(20), end: halfPast(21) },
  ],
};

const reactive = {
  vrEre: parsePrice('0.29641'),
  vrDre: null,
  reference: parseRate('0.92'),
  capacitive: USUAL_CAPACITIVE,
};

/** Full tariffs of an invented distributor, before taxes, about as high as real ones. */
export const FULL_TARIFFS: Readonly<Record<string, FullTariff>> = {
  convencional: {
    group: 'B3',
    rules: { ...BASE, modality: 'convencional', energy: { outPoint: energy('0.33562', '0.26038') } },
  },
  branca: {
    group: 'B3',
    rules: {
      ...BASE,
      modality: 'branca',
      windows,
      energy: {
        inPoint: energy('0.68122', '0.40914'),
        interPoint: energy('0.46502', '0.24864'),
        outPoint: energy('0.27640', '0.24864'),
      },
    },
  },
  verde: {
    group: 'A4',
    rules: {
      ...BASE,
      modality: 'verde',
      windows: AT_HALF_PAST,
      energy: { inPoint: energy('1.28816', '0.40914'), outPoint: energy('0.10872', '0.24864') },
      demand: { outPoint: parsePrice('22.41') },
      reactive,
    },
  },
  azul: {
    group: 'A4',
    rules: {
      ...BASE,
      modality: 'azul',
      windows: AT_HALF_PAST,
      energy: { inPoint: energy('0.10872', '0.40914'), outPoint: energy('0.10872', '0.24864') },
      demand: { inPoint: parsePrice('50.87'), outPoint: parsePrice('22.41') },
      reactive,
    },
  },
};

const capitalized = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** A tariff in the form in which an Admin sends it. */
const asEntered = (name: string, { group, rules }: FullTariff): Exclude<DatedTariff, { _id: string }> => ({
  type: 'eletric',
  group,
  distributor: 'Distribuidora Aurora',
  comment: 'Comercial/Industrial',
  color: capitalized(name),
  validFrom: AGREED_FROM,
  source: 'Preços da demonstração',
  rules: writeTariffRules(rules),
});

/** Stores all full tariffs, so that they can be compared. */
export async function storeFullTariffs(transaction: Connection): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [name, tariff] of Object.entries(FULL_TARIFFS)) {
    const { _id } = await storeTariff(transaction, asEntered(name, tariff), null);
    ids.set(name, _id);
  }
  return ids;
}
