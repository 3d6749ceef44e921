import { listMeters } from '@nascente/contract/meters';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { systemsOf } from '../../shared/boards/equipment-systems.ts';

/** The systems that there are, offered while one is typed. */
export const SystemNames = ({ id }: { readonly id: string }) => {
  const { data } = useQuery(queryFor(listMeters, {}));
  return (
    <datalist id={id}>
      {systemsOf(data?.installationsMeter ?? []).map(({ name }) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
};
