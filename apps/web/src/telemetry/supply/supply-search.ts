import { addDays, type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { NOMINAL_VOLTS } from '@nascente/domain/telemetry/supply/supply-windows';
import { useAddress } from '../../shared/api/use-address.ts';

/** The week and its nominal voltage, both in the address. */
export interface SupplySearch {
  readonly start: CivilDate;
  /** V; null: the meter's setting. */
  readonly nominal: string | null;
}

export const DAYS_OF_WEEK = 7;

const readSearch = (address: URLSearchParams, today: CivilDate): SupplySearch => {
  const start = address.get('inicio');
  const nominal = address.get('tensao');
  return {
    start: start !== null && isCivilDate(start) && start <= today ? start : addDays(today, -DAYS_OF_WEEK),
    nominal: NOMINAL_VOLTS.some((volts) => String(volts) === nominal) ? nominal : null,
  };
};

export const useSupplySearch = (today: CivilDate) => {
  const [address, changeAddress] = useAddress();
  const change = ({ start, nominal }: Partial<SupplySearch>): void =>
    changeAddress({
      ...(start !== undefined && { inicio: start }),
      ...(nominal !== undefined && { tensao: nominal }),
    });
  return { search: readSearch(address, today), change };
};
