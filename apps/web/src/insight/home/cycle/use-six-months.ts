import { readEstablishmentMonths } from '@nascente/contract/money/establishment-consumption';
import { type CivilMonth, lastMonths, toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { type Loaded, loadedFrom } from '../loaded.ts';
import { type MonthRow, monthRows } from './month-bars.ts';

const MONTHS = 6;

/** The last six civil months of an establishment's electricity, the current one included. */
export const useSixMonths = (id: string, current: CivilMonth): Loaded<readonly MonthRow[]> => {
  const months = lastMonths(current, MONTHS).map(toMonthOfYear);
  const body = { type: 'eletric' as const, months };
  return loadedFrom(useQuery(queryFor(readEstablishmentMonths, { params: { id }, body })), ({ hist }) =>
    monthRows(hist),
  );
};
