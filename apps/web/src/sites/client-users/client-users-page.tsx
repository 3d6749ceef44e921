import { type ClientUser, removeClientUser } from '@nascente/contract/sites/client-users';
import type { Board } from '@nascente/contract/sites/meters';
import { MINUTE_MS } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import { MAX_CLIENT_USERS } from '@nascente/domain/people/profiles';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Navigate } from 'react-router';
import { request } from '../../shared/api/api-client.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { metersText } from '../../shared/counted-text.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Card, CardColumn } from '../../shared/ui/marks/card.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Notice } from '../../shared/ui/notice.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { Avatar } from '../../shared/ui/page/avatar.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonFields } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import { useClientNoun } from './chosen-texts.ts';
import { ClientUserForm, clientUsersQuery } from './client-user-form.tsx';
import styles from './client-user-list.module.css';
import { InvitationList, InviteForm, invitationsQuery, isOpenAt } from './invitation-list.tsx';

interface ClientUserListProps {
  clients: readonly ClientUser[];
  editingId: string | null;
  onEdit: (client: ClientUser) => void;
  onRemove: (client: ClientUser) => void;
}

const ClientUserList = ({ clients, editingId, onEdit, onRemove }: ClientUserListProps) => {
  const { one, name } = useClientNoun();
  if (clients.length === 0) {
    return (
      <EmptyState icon="people">
        Nenhum {one} cadastrado. Convide o primeiro e escolha os medidores que ele vê.
      </EmptyState>
    );
  }
  return (
    <ul className={classNames(rows.list, rows.acts, styles.list)} aria-label={`${name} cadastrados`}>
      {clients.map((client) => (
        <li key={client._id} data-is-edited={client._id === editingId}>
          <Avatar user={{ firstName: client.name, lastName: '', pictureUrl: client.pictureUrl }} />
          <div className={classNames(rows.about, styles.about)}>
            <b>{client.name}</b>
            <small>{client.email}</small>
            <small>{metersText(client.boards.length)}</small>
          </div>
          <IconButton icon="edit" label={`Editar ${client.name}`} onClick={() => onEdit(client)} />
          <IconButton icon="trash" label={`Remover ${client.name}`} onClick={() => onRemove(client)} />
        </li>
      ))}
    </ul>
  );
};

const ways = [
  { value: 'invite', text: 'Convidar' },
  { value: 'create', text: 'Definir a senha' },
] as const;

interface NewClientProps {
  boards: readonly Board[];
  full: { invite: string | null; create: string | null };
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

/** A client is invited and sets a password; managers of customers may also create the account with a password. */
const NewClient = ({ boards, full, onDirty, onDone }: NewClientProps) => {
  const [address, change] = useAddress();
  const setsAccess = useMay('create-client-users');
  const way = setsAccess && address.get('como') === 'senha' ? 'create' : 'invite';
  const said = full[way];
  return (
    <div className={styles.new}>
      {setsAccess && (
        <Segmented
          label="Como o cliente entra"
          value={way}
          options={ways}
          onChange={(chosen) => change({ como: chosen === 'create' ? 'senha' : null })}
        />
      )}
      {said !== null && <Notice>{said}</Notice>}
      {said === null && way === 'invite' && <InviteForm boards={boards} onDirty={onDirty} />}
      {said === null && way === 'create' && (
        <ClientUserForm editing={null} boards={boards} onDirty={onDirty} onDone={onDone} />
      )}
    </div>
  );
};

/** The edited client. It changes only when nothing typed is lost, or the person confirms. */
const useEditing = () => {
  const [editing, setEditing] = useState<ClientUser | null>(null);
  const [version, setVersion] = useState(0);
  const [isDirty, setDirty] = useState(false);
  const { ask, question } = useQuestion();
  const take = (client: ClientUser | null) => {
    setEditing(client);
    setDirty(false);
    setVersion((current) => current + 1);
  };
  const askDiscarding = (client: ClientUser) =>
    ask({
      title: 'Descartar alterações?',
      confirm: 'Descartar',
      cancel: 'Continuar editando',
      isCancelMain: true,
      text: 'As alterações do formulário ainda não foram salvas.',
      call: () => undefined,
      // Moves the focus into the form, so after the dialog has closed.
      after: () => take(client),
    });
  return {
    editing,
    /** A new number remounts the form. */
    version,
    setDirty,
    edit: (client: ClientUser) => (isDirty ? askDiscarding(client) : take(client)),
    startAnew: () => take(null),
    ask,
    question,
  };
};

const FULL = `Número máximo de usuários cadastrados! limite: ${MAX_CLIENT_USERS}`;
const INVITED_FULL = `${FULL}. Cancele um convite para fazer outro.`;

/** Why no further client is possible: ten exist or are invited. */
const fullOf = (clients: number, open: number, isLimited: boolean) => {
  const isFull = isLimited && clients >= MAX_CLIENT_USERS;
  const isInvitedFull = isLimited && clients + open >= MAX_CLIENT_USERS;
  return { create: isFull ? FULL : null, invite: isFull ? FULL : isInvitedFull ? INVITED_FULL : null };
};

type FormProps = ComponentProps<typeof NewClient> & { editing: ClientUser | null };

const FormOf = ({ editing, full, ...form }: FormProps) =>
  editing === null ? <NewClient full={full} {...form} /> : <ClientUserForm editing={editing} {...form} />;

const ClientUsers = () => {
  const noun = useClientNoun();
  const maySeeEveryCustomer = useMay('see-every-customer');
  const clients = useQuery(clientUsersQuery);
  const meters = useQuery(metersQuery);
  const invited = useQuery(invitationsQuery);
  const now = useNow(MINUTE_MS);
  const { editing, version, setDirty, edit, startAnew, ask, question } = useEditing();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (editing !== null) form.current?.querySelector<HTMLInputElement>('input[name=name]')?.focus();
  }, [editing]);

  const failed = [clients, meters, invited].find(({ isError }) => isError);
  const waiting = failed ?? [clients, meters, invited].find(({ data }) => data === undefined);
  if (waiting || !clients.data || !meters.data || !invited.data)
    return <Card>{waiting && <Answer<unknown> query={waiting} rest={<SkeletonFields fields={4} />} />}</Card>;
  const { users } = clients.data;
  const isLimited = !maySeeEveryCustomer;
  const { invitations } = invited.data;
  const open = invitations.filter((invitation) => isOpenAt(now, invitation)).length;
  const boards = meters.data.installationsMeter;
  const askRemoval = ({ _id, name, email }: ClientUser) =>
    ask({
      title: `Remover ${name}?`,
      confirm: 'Remover',
      text: <p>O acesso de {email} termina na mesma hora.</p>,
      call: async () => {
        const answer = await request(removeClientUser, { params: { id: _id } });
        if (_id === editing?._id) startAnew();
        return answer;
      },
      outdates: [clientUsersQuery.queryKey],
      done: ({ msg }) => msg,
    });
  return (
    <>
      <CardColumn span={5} isLoose>
        <Card
          tour="clients-list"
          title={`${noun.name} cadastrados`}
          qualifier={isLimited ? `${users.length} de ${MAX_CLIENT_USERS}` : users.length}
        >
          <ClientUserList
            clients={users}
            editingId={editing?._id ?? null}
            onEdit={edit}
            onRemove={askRemoval}
          />
        </Card>
        <InvitationList invitations={invitations} />
      </CardColumn>
      <Card
        tour="clients-form"
        title={editing === null ? `Novo ${noun.one}` : `Editar ${editing.name}`}
        span={7}
      >
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
      {question}
    </>
  );
};

const PageFor = ({ isAllowed }: { isAllowed: boolean }) => {
  const { name } = useClientNoun();
  if (!isAllowed) return <Navigate to="/home" replace />;
  return (
    <Page title={name}>
      <ClientUsers />
    </Page>
  );
};

/** Clients of a Manager or an Admin; other profiles are redirected to Home (specification, section 6). */
export const ClientUsersPage = () => <PageFor isAllowed={useMay('create-client-users')} />;

/** An owner's guests; managers of customers have them among their clients. */
export const GuestsPage = () => {
  const { profile } = useUser();
  if (may(profile, 'create-client-users')) return <Navigate to="/users" replace />;
  return <PageFor isAllowed={may(profile, 'manage-client-users')} />;
};
