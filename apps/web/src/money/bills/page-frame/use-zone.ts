import { readEstablishment } from '@nascente/contract/sites/establishments';
import type { Zone } from '@nascente/domain/base/time/zone';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { useBillAddress } from './bill-address.ts';

/** The zone of the establishment; the default one while it loads. */
export const useZone = (): Zone => {
  const { id } = useBillAddress();
  const { data } = useQuery(queryFor(readEstablishment, { params: { id } }));
  return zoneOf(data?.establishment);
};
