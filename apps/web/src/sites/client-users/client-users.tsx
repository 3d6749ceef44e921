import type { ClientUser } from '@nascente/contract/sites/client-users';
import { MAX_CLIENT_USERS } from '@nascente/domain/people/profiles';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Card, CardColumn } from '../../shared/ui/marks/card.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonFields } from '../../shared/ui/page/skeleton.tsx';
import { ClientUserForm } from './client-user-form.tsx';
import { ClientUserList } from './client-user-list.tsx';
import { InvitationList, isOpenAt } from './invitation-list.tsx';
import { NewClient } from './new-client.tsx';
import { RemovalQuestion } from './removal-question.tsx';
import { useEditing } from './use-editing.ts';
import { invitationsQuery } from './use-invitations.ts';
import { clientUsersQuery } from './use-save-client-user.ts';

const MINUTE_MS = 60_000;
const FULL = `Número máximo de usuários cadastrados! limite: ${MAX_CLIENT_USERS}`;
const INVITED_FULL = `${FULL}. Cancele um convite para fazer outro.`;

/** What keeps a Manager from another client: ten there are, or may still come. */
const fullOf = (clients: number, open: number, isLimited: boolean) => {
  const isFull = isLimited && clients >= MAX_CLIENT_USERS;
  const isInvitedFull = isLimited && clients + open >= MAX_CLIENT_USERS;
  return { create: isFull ? FULL : null, invite: isFull ? FULL : isInvitedFull ? INVITED_FULL : null };
};

type FormProps = ComponentProps<typeof NewClient> & { editing: ClientUser | null };

const FormOf = ({ editing, full, ...form }: FormProps) =>
  editing === null ? <NewClient full={full} {...form} /> : <ClientUserForm editing={editing} {...form} />;

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
  const invited = useQuery(invitationsQuery);
  const now = useNow(MINUTE_MS);
  const { editing, version, setDirty, edit, startAnew, question } = useEditing();
  const [removing, setRemoving] = useState<ClientUser | null>(null);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (editing !== null) form.current?.querySelector<HTMLInputElement>('input[name=name]')?.focus();
  }, [editing]);

  const failed = [clients, meters, invited].find(({ isError }) => isError);
  if (failed?.error) {
    return (
      <Card>
        <ErrorState failure={failed.error} onRetry={failed.refetch} retrying={failed.isFetching} />
      </Card>
    );
  }
  if (!clients.data || !meters.data || !invited.data) return <Waiting />;
  const { users } = clients.data;
  const isLimited = profile === 'Manager';
  const { invitations } = invited.data;
  const open = invitations.filter((invitation) => isOpenAt(now, invitation)).length;
  const boards = meters.data.installationsMeter;
  return (
    <>
      <CardColumn span={5} isLoose>
        <Card
          tour="clients-list"
          title="Clientes cadastrados"
          qualifier={isLimited ? `${users.length} de ${MAX_CLIENT_USERS}` : users.length}
        >
          <ClientUserList
            clients={users}
            editingId={editing?._id ?? null}
            onEdit={edit}
            onRemove={setRemoving}
          />
        </Card>
        <InvitationList invitations={invitations} />
      </CardColumn>
      <Card tour="clients-form" title={editing === null ? 'Novo cliente' : `Editar ${editing.name}`} span={7}>
        <div ref={form}>
          <FormOf
            key={version}
            editing={editing}
            boards={boards}
            full={fullOf(users.length, open, isLimited)}
            onDirty={setDirty}
            onDone={startAnew}
          />
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
