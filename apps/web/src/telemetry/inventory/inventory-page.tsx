import { Button } from '@mantine/core';
import type { QueryInput } from '@nascente/contract/base/call';
import {
  type InventoryBoard,
  type InventoryState,
  inventoryStates,
  listInventory,
} from '@nascente/contract/telemetry/inventory';
import { MINUTE_MS } from '@nascente/domain/base/time/zone';
import { formatAgo } from '@nascente/domain/base/units/format';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { request } from '../../shared/api/api-client.ts';
import { type AddressChanges, useAddress } from '../../shared/api/use-address.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { countedText } from '../../shared/counted-text.ts';
import { SearchField } from '../../shared/forms/fields/search-field.tsx';
import { useTyped } from '../../shared/forms/use-typed.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { DialogButton } from '../../shared/ui/confirm-dialog.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag, type Tone } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { ShowMore } from '../../shared/ui/page/show-more.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { AssignDialog } from './board/assign-dialog.tsx';
import styles from './inventory.module.css';
import { type BoardState, boardState, ForAdmins, traitsText } from './inventory-frame.tsx';

const STATES: Readonly<Record<BoardState, { readonly text: string; readonly tone: Tone }>> = {
  stock: { text: 'Em estoque', tone: 'neutral' },
  silent: { text: 'Sem mensagem', tone: 'warn' },
  online: { text: 'Online', tone: 'good' },
};

const StateTag = ({ board }: { board: InventoryBoard }) => {
  const state = boardState(board);
  const { text, tone } = STATES[state];
  return (
    <Tag tone={tone} dot={state !== 'stock'}>
      {text}
    </Tag>
  );
};

const ago = (now: number, iso: string): string => formatAgo(Math.max(0, now - Date.parse(iso)));

const lastMessageText = ({ lastMessage }: InventoryBoard, now: number): string =>
  lastMessage === null ? 'nunca enviou leitura' : `mensagem ${ago(now, lastMessage)}`;

const lastConnected = ({ connection }: InventoryBoard, now: number): string => {
  if (connection === null) return 'nunca conectou';
  return connection.disconnectedAt === null
    ? `conectada ${ago(now, connection.connectedAt)}`
    : `desconectada ${ago(now, connection.disconnectedAt)}`;
};

const BoardRow = ({ board, now }: { board: InventoryBoard; now: number }) => {
  const { mac, installation, assignedTo, refused } = board;
  return (
    <li>
      <Link className={classNames(rows.row, styles.row)} to={`/boards/${mac}`}>
        <span className={rows.about}>
          <b className={styles.mac}>{mac}</b>
          <small>{traitsText(board)}</small>
        </span>
        <span className={rows.about}>
          {installation === null ? (
            <>
              <small>Não instalada</small>
              {assignedTo !== null && <small>Atribuída a {assignedTo.email}</small>}
            </>
          ) : (
            <>
              <span>
                {installation.establishmentName} · {installation.name}
              </span>
              <small>{installation.owner.email}</small>
            </>
          )}
        </span>
        <span className={styles.tags}>
          <StateTag board={board} />
          {refused > 0 && <Tag tone="bad">{countedText(refused, 'recusado', 'recusados')}</Tag>}
        </span>
        <span className={styles.moments}>
          <span>{lastMessageText(board, now)}</span>
          <small>{lastConnected(board, now)}</small>
        </span>
        <Icon name="chevron-right" size={18} />
      </Link>
    </li>
  );
};

type InventorySearch = ReturnType<typeof readSearch>;

const PAGE_SIZE = '50';

const queryOf = (
  { text, state }: InventorySearch,
  after: string | null,
): QueryInput<typeof listInventory> => ({
  ...(text.trim() !== '' && { search: text.trim() }),
  ...(state !== null && { state }),
  ...(after !== null && { after }),
  limit: PAGE_SIZE,
});

const readSearch = (address: URLSearchParams) => {
  const named = address.get('situacao');
  return {
    text: address.get('busca') ?? '',
    state: inventoryStates.find((state) => state === named) ?? null,
  };
};

const useInventorySearch = () => {
  const [address, change] = useAddress();
  return { search: readSearch(address), change };
};

const states: readonly { value: InventoryState | 'all'; text: string }[] = [
  { value: 'all', text: 'Todas' },
  { value: 'installed', text: 'Instaladas' },
  { value: 'stock', text: 'Em estoque' },
  { value: 'silent', text: 'Sem mensagem' },
];

interface InventoryToolbarProps {
  search: InventorySearch;
  onChange: (changes: AddressChanges) => void;
}

const InventoryToolbar = ({ search, onChange }: InventoryToolbarProps) => {
  const [typed, setTyped] = useTyped(search.text, (text) => onChange({ busca: text || null }));
  return (
    <search className={styles.toolbar} data-tour="boards-search">
      <SearchField
        label="Buscar placa"
        placeholder="MAC, dono ou estabelecimento"
        maxLength={100}
        value={typed}
        onSearch={setTyped}
      />
      <Segmented
        label="Situação"
        value={search.state ?? 'all'}
        options={states}
        onChange={(value) => onChange({ situacao: value === 'all' ? null : value })}
      />
    </search>
  );
};

const useInventory = (search: InventorySearch) =>
  useInfiniteQuery({
    queryKey: [listInventory.name, search],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => request(listInventory, { query: queryOf(search, pageParam) }, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

const NoMatches = ({ isSearching, onShowAll }: { isSearching: boolean; onShowAll: () => void }) =>
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
      <Answer query={inventory} rows={6} />
      {boards?.length === 0 && (
        <NoMatches
          isSearching={search.text !== '' || search.state !== null}
          onShowAll={() => change({ busca: null, situacao: null })}
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
      <ShowMore pages={inventory} />
    </Card>
  );
};

/** /boards: every board, wherever it is. */
export const InventoryPage = () => (
  <ForAdmins>
    <Page
      title="Placas"
      action={
        <div className={styles.actions}>
          <DialogButton variant="default" dialog={(close) => <AssignDialog onClose={close} />}>
            Atribuir placas
          </DialogButton>
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
    </Page>
  </ForAdmins>
);
