import type { ClientUser } from '@nascente/contract/sites/client-users';
import { classNames } from '../../shared/ui/class-names.ts';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Avatar } from '../../shared/ui/page/avatar.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import styles from './client-user-list.module.css';

interface ClientUserListProps {
  clients: readonly ClientUser[];
  editingId: string | null;
  onEdit: (client: ClientUser) => void;
  onRemove: (client: ClientUser) => void;
}

const metersInWords = (count: number) =>
  count === 0 ? 'nenhum medidor' : count === 1 ? '1 medidor' : `${count} medidores`;

export const ClientUserList = ({ clients, editingId, onEdit, onRemove }: ClientUserListProps) => {
  if (clients.length === 0) {
    return (
      <EmptyState icon="people">
        Nenhum cliente cadastrado. Convide o primeiro e escolha os medidores que ele vê.
      </EmptyState>
    );
  }
  return (
    <ul className={classNames(rows.list, rows.acts, styles.list)} aria-label="Clientes cadastrados">
      {clients.map((client) => (
        <li key={client._id} data-is-edited={client._id === editingId}>
          <Avatar user={{ firstName: client.name, lastName: '', pictureUrl: client.pictureUrl }} />
          <div className={classNames(rows.about, styles.about)}>
            <b>{client.name}</b>
            <small>{client.email}</small>
            <small>{metersInWords(client.boards.length)}</small>
          </div>
          <IconButton icon="edit" label={`Editar ${client.name}`} onClick={() => onEdit(client)} />
          <IconButton icon="trash" label={`Remover ${client.name}`} onClick={() => onRemove(client)} />
        </li>
      ))}
    </ul>
  );
};
