import { readEstablishment } from '@nascente/contract/sites/establishments';
import type { Zone } from '@nascente/domain/base/time/zone';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { queryFor } from '../../../shared/api/api-client.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import type { TariffType } from './bill-texts.ts';

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
