import type { BillAnswer, BillLine } from '@nascente/contract/money/bills';
import { readEstablishment } from '@nascente/contract/sites/establishments';
import type { Zone } from '@nascente/domain/base/time/zone';
import { formatNumber } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { queryFor } from '../../../shared/api/api-client.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';

export type TariffType = BillAnswer['type'];

const NO_BREAK_SPACE = '\u00a0';
const MIN_DECIMALS = 2;
const MAX_DECIMALS = 6;

/** 'R$ 1.234,56'; negative 'R$ −8,05', as in printed bills. */
export const reaisText = (amount: number): string => `R$${NO_BREAK_SPACE}${formatNumber(amount, 2)}`;

/** With sign: '+R$ 12,30', '−R$ 12,30', and 'R$ 0,00' for zero. */
export const signedReais = (amount: number): string => {
  const size = `R$${NO_BREAK_SPACE}${formatNumber(Math.abs(amount), 2)}`;
  if (Math.round(amount * 100) === 0) return size;
  return `${amount < 0 ? '−' : '+'}${size}`;
};

/** With the price's own decimals, from cents to a millionth. */
export const priceText = (price: number): string => {
  for (let decimals = MIN_DECIMALS; decimals < MAX_DECIMALS; decimals += 1) {
    const isExact = Math.abs(price - Number(price.toFixed(decimals))) < 10 ** -(MAX_DECIMALS + 1);
    if (isExact) return formatNumber(price, decimals);
  }
  return formatNumber(price, MAX_DECIMALS);
};

const QUANTITY_DECIMALS = { kWh: 1, kW: 1, kvarh: 1, 'm³': 2 } as const;

/** '1.234,5 kWh'; null without quantity. */
export const quantityText = ({ quantity, unit }: Pick<BillLine, 'quantity' | 'unit'>): string | null => {
  if (quantity === null || unit === null) return null;
  const decimals = Number.isInteger(quantity) ? 0 : QUANTITY_DECIMALS[unit];
  return `${formatNumber(quantity, decimals)}${NO_BREAK_SPACE}${unit}`;
};

/** Writes a price's unit: 'R$/kWh'. */
export const perUnit = (unit: BillLine['unit']): string => (unit === null ? 'R$' : `R$/${unit}`);

export const billName: Readonly<Record<TariffType, string>> = {
  eletric: 'Fatura de energia',
  water: 'Fatura de água',
};

/** The utility in the address (`?tipo=agua`). */
export const useUtility = (): TariffType => {
  const [search] = useSearchParams();
  return search.get('tipo') === 'agua' ? 'water' : 'eletric';
};

/** The search of an address for this utility; empty for electricity. */
export const searchOf = (type: TariffType): string => (type === 'water' ? '?tipo=agua' : '');

/** The establishment in the address, and the addresses of its bill pages. */
export const useBillAddress = () => {
  const { id = '' } = useParams();
  const base = `/bill/${id}`;
  return {
    id,
    paths: {
      bill: base,
      changes: `${base}/changes`,
      contract: `${base}/contract`,
      found: `${base}/found`,
      tariffs: `${base}/tariffs`,
      utility: `${base}/utility`,
      frozenBill: (billId: string) => `${base}/kept/${billId}`,
    },
  };
};

/** The zone of the establishment; the default one while it loads. */
export const useZone = (): Zone => {
  const { id } = useBillAddress();
  const { data } = useQuery(queryFor(readEstablishment, { params: { id } }));
  return zoneOf(data?.establishment);
};
