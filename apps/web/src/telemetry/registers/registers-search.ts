import { addDays, type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { useAddress } from '../../shared/api/use-address.ts';

export type Show = 'unusual' | 'all';

export interface RegistersSearch {
  readonly start: CivilDate;
  readonly end: CivilDate;
  readonly show: Show;
}

const DEFAULT_DAYS = 30;

const dateFrom = (text: string | null, otherwise: CivilDate): CivilDate =>
  text !== null && isCivilDate(text) ? text : otherwise;

const readSearch = (address: URLSearchParams, today: CivilDate): RegistersSearch => ({
  start: dateFrom(address.get('inicio'), addDays(today, -DEFAULT_DAYS)),
  end: dateFrom(address.get('fim'), today),
  show: address.get('mostrar') === 'todos' ? 'all' : 'unusual',
});

export const useRegistersSearch = (today: CivilDate) => {
  const [address, changeAddress] = useAddress();
  const change = (change: Partial<RegistersSearch>): void =>
    changeAddress((current) => {
      const { start, end, show } = { ...readSearch(current, today), ...change };
      return { inicio: start, fim: end, mostrar: show === 'all' ? 'todos' : null };
    });
  return { search: readSearch(address, today), change };
};
