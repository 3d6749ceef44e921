import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import { listInventory } from '@nascente/contract/telemetry/inventory';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { request } from '../../shared/api/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { AssignDialog } from './board/assign-dialog.tsx';
import { BoardRow } from './board-row.tsx';
import styles from './inventory.module.css';
import { ForAdmins } from './inventory-frame.tsx';
import { type InventorySearch, queryOf, useInventorySearch } from './inventory-search.ts';
import { InventoryToolbar } from './inventory-toolbar.tsx';

const MINUTE_MS = 60_000;

const useInventory = (search: InventorySearch) =>
  useInfiniteQuery({
    queryKey: [listInventory.name, search],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => request(listInventory, { query: queryOf(search, pageParam) }, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

const NothingFound = ({ isSearching, onShowAll }: { isSearching: boolean; onShowAll: () => void }) =>
  isSearching ? (
    <EmptyState
      icon="search"
      action={
        <Button variant="default" onClick={onShowAll}>
          Mostrar todas
        </Button>
      }
    >
      Nenhuma placa foi encontrada com essa busca.
    </EmptyState>
  ) : (
    <EmptyState icon="chip">O inventário ainda não tem placas: cadastre a primeira.</EmptyState>
  );

const Inventory = () => {
  const now = useNow(MINUTE_MS);
  const { search, change } = useInventorySearch();
  const inventory = useInventory(search);
  const boards = inventory.data?.pages.flatMap((page) => page.boards);
  const total = inventory.data?.pages[0]?.total;
  return (
    <Card title="Inventário" qualifier={total?.toLocaleString('pt-BR')}>
      <InventoryToolbar search={search} onChange={change} />
      {inventory.isError && (
        <ErrorState failure={inventory.error} onRetry={inventory.refetch} retrying={inventory.isFetching} />
      )}
      {inventory.isPending && (
        <Loading>
          <SkeletonRows rows={6} />
        </Loading>
      )}
      {boards?.length === 0 && (
        <NothingFound
          isSearching={search.text !== '' || search.state !== null}
          onShowAll={() => change({ text: '', state: null })}
        />
      )}
      {boards && boards.length > 0 && (
        <ul
          className={rows.list}
          aria-label="Placas"
          aria-busy={inventory.isPlaceholderData}
          data-tour="boards-list"
        >
          {boards.map((board) => (
            <BoardRow key={board.mac} board={board} now={now} />
          ))}
        </ul>
      )}
      {inventory.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={inventory.isFetchingNextPage}
            onClick={() => void inventory.fetchNextPage()}
          >
            Mostrar mais
          </Button>
        </div>
      )}
    </Card>
  );
};

/** /boards: every board there is, wherever it is. */
export const InventoryPage = () => {
  const [isAssigning, setAssigning] = useState(false);
  return (
    <ForAdmins>
      <Page
        title="Placas"
        action={
          <div className={styles.actions}>
            <Button variant="default" onClick={() => setAssigning(true)}>
              Atribuir placas
            </Button>
            <Button
              component={Link}
              to="/boards/new"
              leftSection={<Icon name="plus" size={18} />}
              data-tour="boards-new"
            >
              Cadastrar placas
            </Button>
          </div>
        }
      >
        <Inventory />
        {isAssigning && <AssignDialog onClose={() => setAssigning(false)} />}
      </Page>
    </ForAdmins>
  );
};
