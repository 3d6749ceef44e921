import { useQuery } from '@tanstack/react-query';
import { systemsOf } from '../../../shared/boards/equipment-systems.ts';
import { metersQuery } from '../../../shared/boards/meters-query.ts';

/** The systems that there are, offered while one is typed. */
export const SystemNames = ({ id }: { readonly id: string }) => {
  const { data } = useQuery(metersQuery);
  return (
    <datalist id={id}>
      {systemsOf(data?.installationsMeter ?? []).map(({ name }) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
};
