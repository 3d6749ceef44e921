import { addDays, type CivilDate, isCivilDate } from '@nascente/domain/time/civil-day';
import { useSearchParams } from 'react-router';

export type Show = 'unusual' | 'all';

/** What is being looked at; the address keeps it. */
export interface RegistersSearch {
  readonly start: CivilDate;
  readonly end: CivilDate;
  readonly show: Show;
}

const DEFAULT_DAYS = 30;

const dateFrom = (text: string | null, otherwise: CivilDate): CivilDate =>
  text !== null && isCivilDate(text) ? text : otherwise;

export const useRegistersSearch = (today: CivilDate) => {
  const [address, setAddress] = useSearchParams();
  const search: RegistersSearch = {
    start: dateFrom(address.get('inicio'), addDays(today, -DEFAULT_DAYS)),
    end: dateFrom(address.get('fim'), today),
    show: address.get('mostrar') === 'todos' ? 'all' : 'unusual',
  };
  const change = (given: Partial<RegistersSearch>): void => {
    const { start, end, show } = { ...search, ...given };
    const next = new URLSearchParams({ inicio: start, fim: end });
    if (show === 'all') next.set('mostrar', 'todos');
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  return { search, change };
};
