import type { ClientUser } from '@nascente/contract/client-users';
import { MOST_CLIENT_USERS } from '@nascente/domain/people/profiles';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { useUser } from '../../shared/signed-in.ts';
import { Card } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Loading, SkeletonFields } from '../../shared/ui/skeleton.tsx';
import { ClientUserForm } from './client-user-form.tsx';
import styles from './client-user-list.module.css';
import { ClientUserList } from './client-user-list.tsx';
import { RemovalQuestion } from './removal-question.tsx';
import { useEditing } from './use-editing.ts';
import { clientUsersQuery } from './use-save-client-user.ts';

const FULL = `Número máximo de usuários cadastrados! limite: ${MOST_CLIENT_USERS}`;

const Waiting = () => (
  <Card>
    <Loading>
      <SkeletonFields fields={4} />
    </Loading>
  </Card>
);

/** The registered ones, and the form for one of them or a new one. */
export const ClientUsers = () => {
  const { profile } = useUser();
  const clients = useQuery(clientUsersQuery);
  const meters = useQuery(metersQuery);
  const { editing, version, setDirty, edit, startAnew, question } = useEditing();
  const [removing, setRemoving] = useState<ClientUser | null>(null);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (editing !== null) form.current?.querySelector<HTMLInputElement>('input[name=name]')?.focus();
  }, [editing]);

  const failed = [clients, meters].find(({ isError }) => isError);
  if (failed?.error) {
    return (
      <Card>
        <ErrorState failure={failed.error} onRetry={failed.refetch} retrying={failed.isFetching} />
      </Card>
    );
  }
  if (!clients.data || !meters.data) return <Waiting />;
  const { users } = clients.data;
  const isLimited = profile === 'Manager';
  const isFull = isLimited && users.length >= MOST_CLIENT_USERS;
  return (
    <>
      <Card
        tour="clients-list"
        title="Clientes cadastrados"
        qualifier={isLimited ? `${users.length} de ${MOST_CLIENT_USERS}` : users.length}
        span={5}
        className={styles.card}
      >
        <ClientUserList
          clients={users}
          editingId={editing?._id ?? null}
          onEdit={edit}
          onRemove={setRemoving}
        />
      </Card>
      <Card tour="clients-form" title={editing === null ? 'Novo cliente' : `Editar ${editing.name}`} span={7}>
        <div ref={form}>
          {editing === null && isFull ? (
            <Notice>{FULL}</Notice>
          ) : (
            <ClientUserForm
              key={version}
              editing={editing}
              boards={meters.data.installationsMeter}
              onDirty={setDirty}
              onDone={startAnew}
            />
          )}
        </div>
      </Card>
      {question !== null && (
        <ConfirmDialog
          title="Descartar alterações?"
          confirm="Descartar"
          cancel="Continuar editando"
          isDestructive
          onConfirm={question.discard}
          onCancel={question.keep}
        >
          As alterações do formulário ainda não foram salvas.
        </ConfirmDialog>
      )}
      {removing !== null && (
        <RemovalQuestion
          client={removing}
          onRemoved={() => {
            if (removing._id === editing?._id) startAnew();
            setRemoving(null);
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
};
