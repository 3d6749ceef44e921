import type { Tariff } from '@nascente/contract/sites/tariffs';
import { formatNumber } from '@nascente/domain/base/units/format';
import { electricModalityLabels, type Modality } from '@nascente/domain/sites/tariffs/tariff-rules';

export const modalityNames: Readonly<Record<Modality, string>> = {
  simple: 'Simples',
  ...electricModalityLabels,
  water: 'Água por faixas',
};

export const touPeriodNames = {
  inPoint: 'Ponta',
  interPoint: 'Intermediário',
  outPoint: 'Fora ponta',
} as const;

export const categoryNames = {
  residencial: 'Residencial',
  social: 'Residencial social',
  comercial: 'Comercial',
  industrial: 'Industrial',
  publica: 'Pública',
} as const;

type Named = Pick<Tariff, 'group' | 'distributor' | 'comment' | 'color'>;

/** Distinguishes a tariff among its distributor's: 'B3 · Convencional · Comercial/Industrial', without repeated words. */
export const tariffKind = ({ group, color, comment }: Omit<Named, 'distributor'>): string =>
  [...new Set([group, color, comment])].filter((part) => part !== '').join(' · ');

/** The full name of a tariff. */
export const tariffName = (tariff: Named): string => `${tariff.distributor} · ${tariffKind(tariff)}`;

type Priced = Pick<Tariff, 'type' | 'inPointValue' | 'interPointValue' | 'outPointValue'>;

const price = (value: number): string => `R$ ${formatNumber(value, 4)}`;

/** The prices in one line: a single one, or the lowest and the highest. */
export const tariffPrices = ({ type, inPointValue, interPointValue, outPointValue }: Priced): string => {
  const prices = [inPointValue, interPointValue, outPointValue];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const unit = type === 'water' ? 'm³' : 'kWh';
  return low === high ? `${price(low)}/${unit}` : `${price(low)} a ${formatNumber(high, 4)}/${unit}`;
};
