import type { Tariff } from '@nascente/contract/sites/tariffs';
import { formatNumber } from '@nascente/domain/base/units/format';

type Named = Pick<Tariff, 'group' | 'distributor' | 'comment' | 'color'>;

/** What tells a tariff from others of its distributor: 'B3 · Convencional · Comercial/Industrial'; no word twice. */
export const tariffKind = ({ group, color, comment }: Omit<Named, 'distributor'>): string =>
  [...new Set([group, color, comment])].filter((part) => part !== '').join(' · ');

/** The whole name of a tariff, as it stands in a field. */
export const tariffName = (tariff: Named): string => `${tariff.distributor} · ${tariffKind(tariff)}`;

type Priced = Pick<Tariff, 'type' | 'inPointValue' | 'interPointValue' | 'outPointValue'>;

const price = (value: number): string => `R$ ${formatNumber(value, 4)}`;

/** The prices in one line: one when all hours cost the same, else the dearest and the cheapest. */
export const tariffPrices = ({ type, inPointValue, interPointValue, outPointValue }: Priced): string => {
  const prices = [inPointValue, interPointValue, outPointValue];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const unit = type === 'water' ? 'm³' : 'kWh';
  return low === high ? `${price(low)}/${unit}` : `${price(low)} a ${formatNumber(high, 4)}/${unit}`;
};
