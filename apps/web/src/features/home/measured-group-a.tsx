import { readPlacePosts } from '@nascente/contract/place-consumption';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { GroupATable } from './group-a-table.tsx';

/** By what the meters show, where no bill of Group A is made: without the windows of a tariff. */
export const MeasuredGroupA = ({ establishmentId: id }: { readonly establishmentId: string }) => {
  const { data } = useQuery(queryFor(readPlacePosts, { params: { id } }));
  return <GroupATable energy={data?.energy ?? null} />;
};
