import {
  type Establishment,
  listEstablishments,
  readEstablishment,
} from '@nascente/contract/sites/establishments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import { readPreference, writePreference } from '../../../shared/session-state/local-preference.ts';

/** How many utilities an establishment is billed for. */
type Utilities = 'one' | 'both';

const utilitiesOf = ({ installations }: Establishment): Utilities =>
  new Set(installations.map(({ type }) => type === 'water')).size > 1 ? 'both' : 'one';

const isUtilities = (kept: string | null): kept is Utilities => kept === 'one' || kept === 'both';

/** Known at once where this device has seen the establishment before. */
const useUtilities = (id: string, establishment: Establishment | undefined): Utilities | null => {
  const name = `utilities.${id}`;
  const utilities = establishment === undefined ? null : utilitiesOf(establishment);
  useEffect(() => {
    if (utilities !== null) writePreference(name, utilities);
  }, [name, utilities]);
  const kept = readPreference(name);
  return utilities ?? (isUtilities(kept) ? kept : null);
};

/** The establishment whose bills are looked at; until it is answered, as the list of all of them has it. */
export const useBilledEstablishment = (id: string) => {
  const client = useQueryClient();
  const query = useQuery({
    ...queryFor(readEstablishment, { params: { id } }),
    placeholderData: () => {
      const all = client.getQueryData(queryFor(listEstablishments, {}).queryKey);
      const establishment = all?.establishments.find(({ _id }) => _id === id);
      return establishment && { ok: true as const, establishment };
    },
  });
  return { ...query, utilities: useUtilities(id, query.data?.establishment) };
};
