import { PAGE_SIZES } from '@nascente/contract/telemetry/readings';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { useCallback } from 'react';
import { useAddress } from '../../shared/api/use-address.ts';
import { type HistoryRange, rangeFrom } from './history-range.ts';

type PageSize = (typeof PAGE_SIZES)[number];

export interface HistorySearch {
  readonly range: HistoryRange;
  /** Why other days show than those in the address; null where they are equal. */
  readonly notice: string | null;
  /** The last hour, instead of the range. */
  readonly isLastHour: boolean;
  readonly size: PageSize;
  readonly page: number;
  /** The chart's column group; null: the most viewed. */
  readonly quantity: string | null;
}

/** Parameters of the address. */
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

/** Defaults are left out. */
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
