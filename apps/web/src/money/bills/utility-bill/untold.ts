import type { Reconciliation } from '@nascente/contract/money/utility-bills';
import { formatNumber } from '@nascente/domain/base/units/format';
import { inList } from '../contract/contract-words.ts';

type ComparedBill = Pick<Reconciliation, 'billed'> & {
  readonly repriced: Pick<Reconciliation['repriced'], 'lines' | 'total'>;
};

/** What the entered bill does not say, so that a difference in it cannot be told from the rest. */
export const untoldOf = ({ billed, repriced }: ComparedBill): string[] => {
  const { consumed, demand, volume, taxes, others } = billed;
  const isWater = billed.type === 'water';
  const hasQuantity = isWater ? volume !== null : Object.keys(consumed).length > 0;
  const hasDemand = repriced.lines.some(({ kind }) => kind === 'demand' || kind === 'unused-demand');
  return [
    ...(others === null || (taxes === null && !isWater) ? ['os preços de cada item'] : []),
    ...(hasQuantity ? [] : [isWater ? 'o volume' : 'o consumo']),
    ...(hasDemand && Object.keys(demand).length === 0 ? ['a demanda'] : []),
    ...(taxes === null && !isWater ? ['os tributos'] : []),
  ];
};

export const untoldWords = (compared: ComparedBill): string => {
  const untold = untoldOf(compared);
  return untold.length === 0
    ? 'A conta lançada diz tudo o que separa as causas: no resto estão valores que a tarifa não cobre e arredondamentos.'
    : `A conta lançada não diz ${inList(untold)}: o que houver de diferença nisso está no resto.`;
};

/** The quantity that a bill says whole: of a tariff by posts, all of them. */
const quantityOf = ({ type, consumed, volume }: ComparedBill['billed']): number | null => {
  if (type === 'water') return volume;
  const { inPoint, interPoint = 0, outPoint } = consumed;
  return outPoint === undefined ? null : (inPoint ?? 0) + interPoint + outPoint;
};

/** Fine enough to tell two prices of a kWh apart. */
const PRICE_DECIMALS = 4;
const priceText = (price: number): string => `R$\u00a0${formatNumber(price, PRICE_DECIMALS)}`;

/** What each unit came to on the bill and by the tariff, at the same quantity; null where the bill says none. */
export const averageWords = ({ billed, repriced }: ComparedBill): string | null => {
  const quantity = quantityOf(billed);
  if (quantity === null || quantity <= 0) return null;
  const unit = billed.type === 'water' ? 'm³' : 'kWh';
  const [billedPrice, ours] = [billed.total, repriced.total].map((total) => priceText(total / quantity));
  return `Em média, cada ${unit} saiu por ${billedPrice} na conta e por ${ours} pela tarifa, com tudo o que a fatura soma.`;
};
