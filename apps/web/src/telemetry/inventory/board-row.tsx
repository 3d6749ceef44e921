import type { InventoryBoard } from '@nascente/contract/telemetry/inventory';
import { formatAgo } from '@nascente/domain/base/units/format';
import { Link } from 'react-router';
import { countedText } from '../../shared/counted-text.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag, type Tone } from '../../shared/ui/marks/tag.tsx';
import { type BoardState, boardState, traitsText } from './board-words.ts';
import styles from './inventory.module.css';

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

const lastHeard = ({ lastMessage }: InventoryBoard, now: number): string =>
  lastMessage === null ? 'nunca enviou leitura' : `mensagem ${ago(now, lastMessage)}`;

const lastConnected = ({ connection }: InventoryBoard, now: number): string => {
  if (connection === null) return 'nunca conectou';
  return connection.disconnectedAt === null
    ? `conectada ${ago(now, connection.connectedAt)}`
    : `desconectada ${ago(now, connection.disconnectedAt)}`;
};

/** One board; the whole row leads to everything about it. */
export const BoardRow = ({ board, now }: { board: InventoryBoard; now: number }) => {
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
          <span>{lastHeard(board, now)}</span>
          <small>{lastConnected(board, now)}</small>
        </span>
        <Icon name="chevron-right" size={18} />
      </Link>
    </li>
  );
};
