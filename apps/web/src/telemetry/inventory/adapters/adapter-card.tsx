import { readBoardAdapter } from '@nascente/contract/sites/board-adapter';
import type { InventoryBoardDetail } from '@nascente/contract/telemetry/inventory';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonFields } from '../../../shared/ui/page/skeleton.tsx';
import { AdapterForm } from './adapter-form.tsx';

/** How a board is read that is not of our own make. */
export const AdapterCard = ({ board }: { board: InventoryBoardDetail }) => {
  const { mac, type, model, installation } = board;
  const query = queryFor(readBoardAdapter, { params: { mac } });
  const { data, error, refetch, isFetching } = useQuery(query);
  const queryClient = useQueryClient();
  const adapter = data?.adapter ?? null;
  return (
    <Card
      tour="board-adapter"
      title="Adaptador"
      qualifier="medidores de outras marcas"
      action={
        adapter !== null &&
        installation !== null && <TextLink to={`/meter/${mac}/registers`}>Ver registradores</TextLink>
      }
    >
      {data !== undefined ? (
        <AdapterForm
          mac={mac}
          kind={type === 'water' ? 'water' : model}
          saved={adapter}
          onSaved={(saved) => queryClient.setQueryData(query.queryKey, { ok: true, adapter: saved })}
        />
      ) : error === null ? (
        <Loading>
          <SkeletonFields fields={1} />
        </Loading>
      ) : (
        <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
      )}
    </Card>
  );
};
