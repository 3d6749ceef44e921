import { isCivilDate } from '@nascente/domain/base/time/civil-day';
import { useAddress } from '../../api/use-address.ts';

/** The days that are added up; without them the billing cycle so far. */
export interface Period {
  readonly start?: string;
  readonly end?: string;
}

const ofAddress = (address: URLSearchParams): Period => {
  const [start, end] = [address.get('inicio') ?? '', address.get('fim') ?? ''];
  return isCivilDate(start) && isCivilDate(end) && start <= end ? { start, end } : {};
};

/** The period of the address (`?inicio=2026-10-01&fim=2026-10-31`), so that a link shows what its sender saw. */
export const usePeriod = (): readonly [Period, (period: Period) => void] => {
  const [address, changeAddress] = useAddress();
  const choose = ({ start, end }: Period): void =>
    changeAddress(
      start === undefined || end === undefined ? { inicio: null, fim: null } : { inicio: start, fim: end },
    );
  return [ofAddress(address), choose];
};

/** The part of an address that keeps the period on the next page. */
export const searchOfPeriod = ({ start, end }: Period): string =>
  start === undefined || end === undefined ? '' : `?inicio=${start}&fim=${end}`;
