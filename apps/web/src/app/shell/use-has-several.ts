import { listEstablishments } from '@nascente/contract/sites/establishments';
import { may } from '@nascente/domain/people/permissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { readPreference } from '../../shared/session-state/local-preference.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';

const { initialData: _taken, ...listed } = queryFor(listEstablishments, {});

/**
 * Whether this person has more than one establishment: by the list where a screen has asked for it, else as Home remembered it
 * on this device. Where neither tells of several, the list is asked for.
 *
 * @param patienceMs until it is asked for, so that what the screen asks comes first
 */
export const useHasSeveral = (patienceMs: number): boolean => {
  const { _id, profile } = useUser();
  const client = useQueryClient();
  const { data } = useQuery({ ...listed, enabled: false });
  const count = data?.establishments.length ?? Number(readPreference(`establishments.${_id}`) ?? 0);
  const isOffered = !may(profile, 'see-every-customer');
  const isAsked = isOffered && !(count > 1);
  useEffect(() => {
    if (!isAsked) return;
    const ask = () => void client.prefetchQuery({ ...listed, staleTime: Number.POSITIVE_INFINITY });
    const timer = setTimeout(ask, patienceMs);
    return () => clearTimeout(timer);
  }, [isAsked, client, patienceMs]);
  return isOffered && count > 1;
};
