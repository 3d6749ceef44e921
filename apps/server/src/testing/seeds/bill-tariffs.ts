import { writeTariffRules } from '@nascente/contract/sites/tariff-rules';
import { parsePrice, priceToText } from '@nascente/domain/base/units/price';
import { parseRate } from '@nascente/domain/base/units/rate';
import { indicativePrices } from '@nascente/domain/money/prices/billed-energy';
import type { ElectricRules, TariffRules, TouWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { NewRow } from '../../platform/database/schema.ts';
import type { Seed } from './seed.ts';

const BASE = {
  rounding: 'truncate',
  priceDecimals: null,
  integerKwh: false,
  integerKw: false,
  tusdTe: 'joined',
  fioB: null,
  gd3: null,
} as const;

const WINDOWS: TouWindows = {
  peak: { start: 1080, end: 1260 },
  intermediate: [
    { start: 1020, end: 1080 },
    { start: 1260, end: 1320 },
  ],
  blackAwarenessFrom: 2024,
};
const energy = (tusd: string, te: string) => ({ tusd: parsePrice(tusd), te: parsePrice(te) });
const reactive = {
  vrEre: parsePrice('0.3'),
  vrDre: null,
  reference: parseRate('0.92'),
  capacitive: { start: 0, end: 360 },
};

/** R$ 0,70 at all hours, before taxes. */
export const CONVENCIONAL: ElectricRules = {
  ...BASE,
  modality: 'convencional',
  energy: { outPoint: energy('0.4', '0.3') },
};
/** R$ 1,40, 0,90 and 0,50. */
export const BRANCA: ElectricRules = {
  ...BASE,
  modality: 'branca',
  windows: WINDOWS,
  energy: { inPoint: energy('1', '0.4'), interPoint: energy('0.6', '0.3'), outPoint: energy('0.2', '0.3') },
};
const TWO_TOU_PERIODS = { inPoint: energy('1.2', '0.5'), outPoint: energy('0.1', '0.3') };
/** R$ 1,70 and 0,40; demand R$ 20. */
export const VERDE: ElectricRules = {
  ...BASE,
  modality: 'verde',
  windows: WINDOWS,
  energy: TWO_TOU_PERIODS,
  demand: { outPoint: parsePrice('20') },
  reactive,
};
/** R$ 0,60 and 0,40; demand R$ 50 and 20. */
export const AZUL: ElectricRules = {
  ...VERDE,
  modality: 'azul',
  energy: { inPoint: energy('0.1', '0.5'), outPoint: energy('0.1', '0.3') },
  demand: { inPoint: parsePrice('50'), outPoint: parsePrice('20') },
};

/** Stores a tariff with versions of full rules. */
export const seedRules = (
  seed: Seed,
  versions: readonly { readonly validFrom: string; readonly rules: TariffRules }[],
  overrides: Partial<NewRow<'tariff'>> = {},
): Promise<string> => {
  const rows = versions.map(({ validFrom, rules }) => {
    const { inPoint, interPoint, outPoint } = indicativePrices(rules);
    return {
      valid_from: validFrom,
      in_point: priceToText(inPoint),
      inter_point: priceToText(interPoint),
      out_point: priceToText(outPoint),
      rules: rules.modality === 'simple' ? null : JSON.stringify(writeTariffRules(rules)),
    };
  });
  const modality = versions[0]?.rules.modality ?? 'simple';
  return seed.tariff(rows, {
    type: modality === 'water' ? 'water' : 'eletric',
    modality,
    color: modality,
    ...overrides,
  });
};
