import { PAGE_SIZES } from '@nascente/contract/telemetry/readings';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { useCallback } from 'react';
import { useAddress } from '../../shared/api/use-address.ts';
import { type HistoryRange, rangeFrom } from './history-range.ts';

type PageSize = (typeof PAGE_SIZES)[number];

/** What is being looked at. The address keeps it, so that a link shows what its sender saw. */
export interface HistorySearch {
  readonly range: HistoryRange;
  /** Why these are other days than the address asks for; null where they are the same. */
  readonly notice: string | null;
  /** Instead of the range: the hour before the search. */
  readonly isLastHour: boolean;
  readonly size: PageSize;
  /** From 1. */
  readonly page: number;
  /** What the chart shows: the key of a group of columns; null: the one that is looked at most. */
  readonly quantity: string | null;
}

/** By which the address knows it. */
const NAMES = ['inicio', 'fim', 'ultima', 'por', 'pagina', 'grandeza'] as const;
const DEFAULT_SIZE: PageSize = 50;

const sizeFrom = (text: string | null): PageSize =>
  PAGE_SIZES.find((size) => String(size) === text) ?? DEFAULT_SIZE;

const pageFrom = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1);

export const searchFrom = (address: URLSearchParams, today: CivilDate): HistorySearch => ({
  ...rangeFrom(address.get('inicio'), address.get('fim'), today),
  isLastHour: address.get('ultima') === 'hora',
  size: sizeFrom(address.get('por')),
  page: pageFrom(address.get('pagina')),
  quantity: address.get('grandeza'),
});

/** What is as it is anyway is left out of the address. */
export const addressOf = (
  { range, isLastHour, size, page, quantity }: Omit<HistorySearch, 'notice'>,
  today: CivilDate,
): URLSearchParams => {
  const address = new URLSearchParams();
  if (isLastHour) address.set('ultima', 'hora');
  else if (range.start !== today || range.end !== today) {
    address.set('inicio', range.start);
    address.set('fim', range.end);
  }
  if (size !== DEFAULT_SIZE) address.set('por', String(size));
  if (page !== 1) address.set('pagina', String(page));
  if (quantity !== null) address.set('grandeza', quantity);
  return address;
};

export const useHistorySearch = (today: CivilDate) => {
  const [address, changeAddress] = useAddress();
  const search = searchFrom(address, today);
  const change = useCallback(
    (changes: Partial<HistorySearch>) =>
      changeAddress((current) => {
        const next = addressOf({ ...searchFrom(current, today), ...changes }, today);
        return Object.fromEntries(NAMES.map((name) => [name, next.get(name)]));
      }),
    [changeAddress, today],
  );
  return { search, change };
};
