import { type InventoryBoardDetail, readInventoryBoard } from '@nascente/contract/telemetry/inventory';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryFor } from '../../../shared/api/api-client.ts';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { Loading, SkeletonRows } from '../../../shared/ui/page/skeleton.tsx';
import { AdapterCard } from '../adapters/adapter-card.tsx';
import { ForAdmins } from '../inventory-frame.tsx';
import { BoardActs } from './board-acts.tsx';
import { BoardFacts } from './board-facts.tsx';
import { InstallationsCard } from './installations-card.tsx';
import { RefusalsCard } from './refusals-card.tsx';

const REFRESHED_MS = 15_000;

/** It is told again and again while it lasts, and written every 10 s. */
const HELD_BACK_FOR_MS = 30_000;

const isHeldBack = (heldBackAt: string | null | undefined, now: number): boolean =>
  typeof heldBackAt === 'string' && now - Date.parse(heldBackAt) < HELD_BACK_FOR_MS;

const StateTags = ({ board: { installation, silent, connection } }: { board: InventoryBoardDetail }) => (
  <>
    <Tag tone={silent ? 'warn' : 'neutral'}>
      {installation === null ? 'Em estoque' : silent ? 'Sem mensagem' : 'Instalada'}
    </Tag>
    {connection !== null && connection.disconnectedAt === null && (
      <Tag tone="good" dot>
        Conectada
      </Tag>
    )}
    {isHeldBack(connection?.heldBackAt, Date.now()) && <Tag tone="warn">Acima do limite de envio</Tag>}
  </>
);

const Unknown = () => (
  <Page title="Placa não encontrada">
    <Card>
      <EmptyState icon="chip" action={<TextLink to="/boards">Ver inventário</TextLink>}>
        Esta placa não está no inventário.
      </EmptyState>
    </Card>
  </Page>
);

const Known = ({ mac }: { mac: Mac }) => {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryFor(readInventoryBoard, { params: { mac } }),
    refetchInterval: REFRESHED_MS,
  });
  if (error instanceof ApiFailure && error.type === 'not-found') return <Unknown />;
  const board = data?.board;
  return (
    <Page
      title={mac}
      tags={board && <StateTags board={board} />}
      action={<TextLink to="/boards">Ver inventário</TextLink>}
    >
      {board === undefined ? (
        <Card>
          {error === null ? (
            <Loading>
              <SkeletonRows rows={5} />
            </Loading>
          ) : (
            <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
          )}
        </Card>
      ) : (
        <>
          <BoardFacts board={board} />
          <BoardActs board={board} />
          <AdapterCard board={board} />
          <RefusalsCard refusals={board.refusals} keptFrames={board.keptFrames} />
          <InstallationsCard installations={board.installations} />
        </>
      )}
    </Page>
  );
};

/** /boards/:mac: everything that is known of a board. */
export const InventoryBoardPage = () => {
  const mac = normalizeMac(useParams().mac ?? '');
  return <ForAdmins>{mac === null ? <Unknown /> : <Known key={mac} mac={mac} />}</ForAdmins>;
};
