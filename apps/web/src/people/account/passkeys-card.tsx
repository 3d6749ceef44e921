import { Button, TextInput } from '@mantine/core';
import type { AnswerOf } from '@nascente/contract/base/call';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '@nascente/contract/people/passkeys';
import { readLoginWays } from '@nascente/contract/people/session';
import { formatAgo } from '@nascente/domain/base/units/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { deviceDay } from '../../shared/device-time.ts';
import { FormDialog, type FormDialogProps } from '../../shared/forms/form-dialog.tsx';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { labelOf } from '../../shared/forms/use-sending.ts';
import { makeKey } from '../../shared/session-state/passkeys.ts';
import { passkeysWorkHere } from '../../shared/session-state/passkeys-here.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import styles from './account-section.module.css';
import { OwnerDialog } from './second-step/owner-dialog.tsx';
import { RecoveryCodes } from './second-step/recovery-codes.tsx';
import { secondStepQuery } from './second-step/second-step-query.ts';

interface PasskeyNameDialogProps extends Pick<FormDialogProps, 'title' | 'action' | 'onClose'> {
  name: string;
  onNamed: (name: string) => Promise<void>;
  children?: ReactNode;
}

const PasskeyNameDialog = (props: PasskeyNameDialogProps) => {
  const { title, action, name, onNamed, onClose, children } = props;
  const { register, submit, formState, isSending, failure } = useCallForm({
    schema: renamePasskey.body,
    defaultValues: { name },
    send: (body) => onNamed(body.name),
  });
  return (
    <FormDialog
      title={title}
      action={action}
      isSending={isSending}
      onSubmit={submit}
      onClose={onClose}
      above={children}
    >
      <TextInput
        {...register('name')}
        label="Nome da chave"
        description="Para reconhecê-la na lista, como 'Celular' ou 'Chaveiro do escritório'."
        maxLength={60}
        autoComplete="off"
        data-autofocus
        error={formState.errors.name?.message ?? (failure && labelOf(failure))}
      />
    </FormDialog>
  );
};

/** Proposed names by operating system, because most passkeys stay on the device that created them. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Celular Android'],
  [/Windows/, 'Computador Windows'],
  [/Mac OS/, 'Mac'],
  [/Linux|CrOS/, 'Computador'],
];

export const nameOfThisDevice = (userAgent = navigator.userAgent): string =>
  NAMES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';

type Step =
  | { readonly name: 'owner' }
  | { readonly name: 'key'; readonly options: AnswerOf<typeof beginPasskey>['options'] }
  | { readonly name: 'paper'; readonly codes: readonly string[] };

/** In sequence: password, name and device, and recovery codes for the first passkey. */
const AddPasskey = (props: { onChanged: () => Promise<void>; onClose: () => void }) => {
  const { onChanged, onClose } = props;
  const [step, setStep] = useState<Step>({ name: 'owner' });
  const make = async (options: AnswerOf<typeof beginPasskey>['options'], name: string) => {
    const passkey = await makeKey(options);
    const { msg, recoveryCodes } = await request(addPasskey, { body: { name, passkey } });
    announce(msg, { tone: 'good' });
    // Before the account is refetched: the answer would change the dialog.
    if (recoveryCodes === null) onClose();
    else setStep({ name: 'paper', codes: recoveryCodes });
    await onChanged();
  };
  switch (step.name) {
    case 'owner':
      return (
        <OwnerDialog
          title="Adicionar chave de acesso"
          action="Continuar"
          onProved={async (body) => {
            const { options } = await request(beginPasskey, { body });
            setStep({ name: 'key', options });
          }}
          onClose={onClose}
        >
          <p>
            A chave fica no aparelho, no gerenciador de senhas ou em um chaveiro de segurança. Ninguém pode
            copiá-la de um site falso.
          </p>
        </OwnerDialog>
      );
    case 'key':
      return (
        <PasskeyNameDialog
          title="Criar a chave"
          action="Criar chave"
          name={nameOfThisDevice()}
          onNamed={(name) => make(step.options, name)}
          onClose={onClose}
        >
          <p>O aparelho vai pedir a sua digital, o seu rosto ou o PIN.</p>
        </PasskeyNameDialog>
      );
    case 'paper':
      return <RecoveryCodes codes={step.codes} onClose={onClose} />;
  }
};

/** The server forgets the passkey; the device's copy becomes useless. */
const RemovePasskey = (props: { passkey: Passkey; onChanged: () => Promise<void>; onClose: () => void }) => (
  <OwnerDialog
    title={`Remover ${props.passkey.name}?`}
    action="Remover"
    isDestructive
    onProved={async (body) => {
      const { msg } = await request(removePasskey, { params: { id: props.passkey.id }, body });
      await props.onChanged();
      props.onClose();
      announce(msg);
    }}
    onClose={props.onClose}
  >
    <p>Esta chave deixa de entrar na sua conta na mesma hora. Apague-a também no aparelho.</p>
  </OwnerDialog>
);

const RenamePasskey = (props: { passkey: Passkey; onChanged: () => Promise<void>; onClose: () => void }) => (
  <PasskeyNameDialog
    title="Renomear chave de acesso"
    action="Salvar"
    name={props.passkey.name}
    onNamed={async (name) => {
      const { msg } = await request(renamePasskey, { params: { id: props.passkey.id }, body: { name } });
      await props.onChanged();
      props.onClose();
      announce(msg);
    }}
    onClose={props.onClose}
  />
);

const passkeysQuery = queryFor(listPasskeys, {});
const waysQuery = queryFor(readLoginWays, {});
const MINUTE_MS = 60_000;

const PasskeyRow = (props: { passkey: Passkey; onRename: () => void; onRemove: () => void }) => {
  const now = useNow(MINUTE_MS);
  const { name, synced, createdAt, lastUsedAt } = props.passkey;
  const used =
    lastUsedAt === null ? 'nunca usada' : `usada ${formatAgo(Math.max(0, now - Date.parse(lastUsedAt)))}`;
  return (
    <li>
      <div className={rows.about}>
        <b>{name}</b>
        <small>
          {synced ? 'em todos os seus aparelhos' : 'só neste aparelho'} · criada em {deviceDay(createdAt)} ·{' '}
          {used}
        </small>
      </div>
      <div className={styles.end}>
        <Button variant="subtle" size="sm" aria-label={`Renomear ${name}`} onClick={props.onRename}>
          Renomear
        </Button>
        <Button
          variant="subtle"
          color="bad"
          size="sm"
          aria-label={`Remover ${name}`}
          onClick={props.onRemove}
        >
          Remover
        </Button>
      </div>
    </li>
  );
};

type Open = { readonly to: 'add' } | { readonly to: 'rename' | 'remove'; readonly passkey: Passkey };

/** Sign-in by passkey instead of the password. */
export const PasskeysCard = () => {
  const queryClient = useQueryClient();
  const query = useQuery(passkeysQuery);
  const { data } = query;
  const { data: ways } = useQuery(waysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const reload = async () => {
    await Promise.all(
      [passkeysQuery, secondStepQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    );
  };
  const worksHere = passkeysWorkHere(ways?.passkeyOrigin);
  const dialog = { onChanged: reload, onClose: close };
  return (
    <Card tour="account-passkeys" title="Entrar sem senha">
      <div className={styles.section}>
        <p className={styles.text}>
          Com uma chave de acesso, você entra com a digital, o rosto ou o PIN do aparelho. A senha sozinha
          deixa de bastar.
        </p>
        {worksHere && (
          <Button variant="default" onClick={() => setOpen({ to: 'add' })}>
            Adicionar chave de acesso
          </Button>
        )}
        {ways && !worksHere && (
          <p className={styles.text}>
            Este navegador, ou este endereço do sistema, não aceita chaves de acesso.
          </p>
        )}
        <Answer query={query} rows={1} />
        {data && data.passkeys.length > 0 && (
          <ul
            className={classNames(rows.list, rows.acts, styles.wrapped)}
            aria-label="Chaves para entrar sem senha"
          >
            {data.passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setOpen({ to: 'rename', passkey })}
                onRemove={() => setOpen({ to: 'remove', passkey })}
              />
            ))}
          </ul>
        )}
      </div>
      {open?.to === 'add' && <AddPasskey {...dialog} />}
      {open?.to === 'rename' && <RenamePasskey {...dialog} passkey={open.passkey} />}
      {open?.to === 'remove' && <RemovePasskey {...dialog} passkey={open.passkey} />}
    </Card>
  );
};
