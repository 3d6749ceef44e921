import { isCivilDate } from '@nascente/domain/base/time/civil-day';
import { useAddress } from '../../api/use-address.ts';

/** The period; without one, the billing cycle so far. */
export interface Period {
  readonly start?: string;
  readonly end?: string;
}

const ofAddress = (address: URLSearchParams): Period => {
  const [start, end] = [address.get('inicio') ?? '', address.get('fim') ?? ''];
  return isCivilDate(start) && isCivilDate(end) && start <= end ? { start, end } : {};
};

/** The period in the address (`?inicio=2026-10-01&fim=2026-10-31`). */
export const usePeriod = (): readonly [Period, (period: Period) => void] => {
  const [address, changeAddress] = useAddress();
  const choose = ({ start, end }: Period): void =>
    changeAddress(
      start === undefined || end === undefined ? { inicio: null, fim: null } : { inicio: start, fim: end },
    );
  return [ofAddress(address), choose];
};

/** The search that keeps the period on the next page. */
export const searchOfPeriod = ({ start, end }: Period): string =>
  start === undefined || end === undefined ? '' : `?inicio=${start}&fim=${end}`;
