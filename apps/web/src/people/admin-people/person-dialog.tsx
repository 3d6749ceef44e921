import { Button, TextInput } from '@mantine/core';
import {
  type ApiKey,
  allowKeyRate,
  KEY_TEXTS,
  listKeysOfPerson,
} from '@nascente/contract/connections/api-keys';
import { editPerson, type ListedPerson, listPeople } from '@nascente/contract/people/admin-people';
import { resetSecondStep } from '@nascente/contract/people/second-step';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { type Profile, profileName, profiles } from '@nascente/domain/people/profiles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { deviceDateTime } from '../../shared/device-time.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { Choice } from '../../shared/forms/fields/choice.tsx';
import { figureOf } from '../../shared/forms/fields/decimal-input.ts';
import { labelOf, useSending } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import { fullName } from './full-name.ts';
import styles from './person-dialog.module.css';
import { PersonPartner } from './person-partner.tsx';

const AllowedRate = ({ apiKey }: { apiKey: ApiKey }) => {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(String(apiKey.allowedPerMinute));
  const [fault, setFault] = useState<string | null>(null);
  const { start, isSending, failure } = useSending(async (allowedPerMinute: number) => {
    await request(allowKeyRate, { params: { id: apiKey.id }, body: { allowedPerMinute } });
    await queryClient.invalidateQueries({ queryKey: [listKeysOfPerson.name] });
    announce('Limite da chave alterado.', { tone: 'good' });
  });
  const save = () => {
    const checked = allowKeyRate.body.safeParse({ allowedPerMinute: figureOf(typed) });
    setFault(checked.success ? null : KEY_TEXTS.rate);
    if (checked.success) void start(checked.data.allowedPerMinute);
  };
  return (
    <div className={styles.rate}>
      <TextInput
        label={`Pedidos por minuto de ${apiKey.name}`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={fault ?? (failure && labelOf(failure))}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Button
        variant="default"
        loading={isSending}
        disabled={typed === String(apiKey.allowedPerMinute)}
        onClick={save}
      >
        Permitir
      </Button>
    </div>
  );
};

export const PersonKeys = ({ person }: { person: ListedPerson }) => {
  const { data } = useQuery(queryFor(listKeysOfPerson, { params: { id: person._id } }));
  if (data === undefined || data.apiKeys.length === 0) return null;
  return (
    <div className={styles.access}>
      <p>Chaves de API: quantos pedidos por minuto cada uma pode fazer no máximo.</p>
      {data.apiKeys.map((apiKey) => (
        <AllowedRate key={apiKey.id} apiKey={apiKey} />
      ))}
    </div>
  );
};

/** For people who lost phone and recovery codes. */
const LostPhone = ({ person, onReset }: { person: ListedPerson; onReset: () => void }) => {
  const { ask, question } = useQuestion();
  const askReset = () =>
    ask({
      title: `Desativar as duas etapas de ${fullName(person)}?`,
      confirm: 'Desativar',
      text: <p>Confirme antes, por telefone ou pessoalmente, que o pedido veio mesmo desta pessoa.</p>,
      call: () => request(resetSecondStep, { params: { id: person._id } }),
      outdates: [[listPeople.name]],
      after: onReset,
      done: ({ msg }) => msg,
      tone: 'good',
    });
  return (
    <div className={styles.access}>
      <p>
        Perdeu o celular, as chaves de acesso e os códigos de reserva? Sem eles, a pessoa entra só com a
        senha.
      </p>
      <Button variant="default" onClick={askReset}>
        Desativar duas etapas
      </Button>
      {question}
    </div>
  );
};

type Change = { profile: Profile } | { disabled: boolean };

const momentOf = (iso: string | null) => (iso === null ? 'nunca' : deviceDateTime(iso));

const Facts = ({ person }: { person: ListedPerson }) => (
  <dl className={styles.facts}>
    <dt>Conta criada</dt>
    <dd>{momentOf(person.createdAt)}</dd>
    <dt>Última atividade</dt>
    <dd>{momentOf(person.lastSeen)}</dd>
    <dt>Duas etapas</dt>
    <dd>{person.secondStep ? 'ativada' : 'desativada'}</dd>
    <dt>Medidores</dt>
    <dd>{person.meters}</dd>
    <dt>Clientes</dt>
    <dd>{person.clientUsers}</dd>
    {person.profile === 'partner' && (
      <>
        <dt>Contas que trouxe</dt>
        <dd>{person.broughtAccounts}</dd>
      </>
    )}
  </dl>
);

const MAX_NAMED = 5;

const CustomerScreens = ({ person }: { person: ListedPerson }) => {
  const { data } = useQuery(queryFor(listEstablishments, {}));
  const owned = data?.establishments.filter(({ owner }) => owner === person._id) ?? [];
  if (owned.length === 0) return null;
  return (
    <ul className={styles.screens} aria-label="Telas desta pessoa">
      {owned.slice(0, MAX_NAMED).map((establishment) => (
        <li key={establishment._id}>
          <TextLink to={`/home?estabelecimento=${establishment._id}`}>
            {`Ver ${nameOf(establishment)}`}
          </TextLink>
        </li>
      ))}
    </ul>
  );
};

export const PersonDialog = ({ person, onClose }: { person: ListedPerson; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const isOneself = useUser()._id === person._id;
  const [profile, setProfile] = useState<Profile>(person.profile);
  const { start, isSending, failure } = useSending(async (change: Change, done: string) => {
    await request(editPerson, { params: { id: person._id }, body: change });
    await queryClient.invalidateQueries({ queryKey: [listPeople.name] });
    onClose();
    announce(done, { tone: 'good' });
  });
  const { disabled, clientUsers } = person;
  const switchAccess = () =>
    void start({ disabled: !disabled }, disabled ? 'Conta ativada.' : 'Conta desativada.');
  return (
    <Dialog
      title={fullName(person)}
      onDismiss={onClose}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" disabled={isSending} onClick={onClose} data-autofocus>
            Fechar
          </Button>
          {!isOneself && (
            <Button
              disabled={profile === person.profile}
              loading={isSending}
              onClick={() => void start({ profile }, 'Perfil alterado.')}
            >
              Alterar perfil
            </Button>
          )}
        </>
      }
    >
      <FailureNotice failure={failure} />
      <p>{person.email}</p>
      <Facts person={person} />
      <CustomerScreens person={person} />
      <TextLink to={`/people/audit?conta=${person._id}`}>Ver auditoria desta conta</TextLink>
      {person.managerId === null && <PersonPartner person={person} />}
      <PersonKeys person={person} />
      {!isOneself && person.secondStep && <LostPhone person={person} onReset={onClose} />}
      {!isOneself && (
        <div className={styles.access}>
          <Choice
            label="Perfil"
            options={profiles.map((one) => ({ value: one, label: profileName(one) }))}
            value={profile}
            onChoose={setProfile}
          />
          <p>
            {disabled
              ? 'A conta está desativada: não é possível entrar com ela.'
              : 'Ao desativar a conta, as sessões e os dados ao vivo dela terminam na mesma hora.'}
            {!disabled && clientUsers > 0 && ' Os usuários clientes dela também perdem o acesso.'}
          </p>
          <Button
            variant="default"
            disabled={isSending}
            onClick={switchAccess}
            {...(!disabled && { color: 'bad' })}
          >
            {disabled ? 'Ativar conta' : 'Desativar conta'}
          </Button>
        </div>
      )}
    </Dialog>
  );
};
