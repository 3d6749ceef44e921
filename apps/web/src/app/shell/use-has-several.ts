import { listEstablishments } from '@nascente/contract/establishments';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { readPreference } from '../../shared/local-preference.ts';
import { useUser } from '../../shared/signed-in.ts';

/**
 * Whether this person has more than one establishment: by the list where a screen has asked for it, else as Home remembered it
 * on this device. The menu asks nothing of the server by itself.
 */
export const useHasSeveral = (): boolean => {
  const { _id, profile } = useUser();
  const { initialData: _taken, ...listed } = queryFor(listEstablishments, {});
  const { data } = useQuery({ ...listed, enabled: false });
  if (may(profile, 'see-every-customer')) return false;
  return (data?.establishments.length ?? Number(readPreference(`places.${_id}`) ?? 0)) > 1;
};
