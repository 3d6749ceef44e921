import { Button } from '@mantine/core';
import { listApiKeys } from '@nascente/contract/connections/api-keys';
import {
  exportAccount,
  PASSWORD_HEADER,
  readRemoval,
  removeAccount,
} from '@nascente/contract/operations/own-data';
import {
  listSessions,
  readUpgradeRequest,
  requestUpgrade,
  type UpgradeRequestState,
} from '@nascente/contract/people/account';
import { listCredentials } from '@nascente/contract/people/credentials';
import { PASSWORD_TEXTS } from '@nascente/contract/people/new-password';
import { changeOwnPassword, ownPasswordChange } from '@nascente/contract/people/own-password';
import { holdsOwnEmail } from '@nascente/domain/people/guessable-passwords';
import { may } from '@nascente/domain/people/permissions';
import { profileName } from '@nascente/domain/people/profiles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod/mini';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { deviceDay } from '../../shared/device-time.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { PasswordField } from '../../shared/forms/fields/password-field.tsx';
import { PasswordStrength } from '../../shared/forms/fields/password-strength.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { RemoveCredentialsBox } from '../../shared/forms/remove-credentials-box.tsx';
import { DIFFERENT_INLINE, isDifferent } from '../../shared/forms/repeated-password.ts';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { labelOf, useSending } from '../../shared/forms/use-sending.ts';
import { endSession } from '../../shared/session-state/session.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { CopiedText } from '../../shared/ui/copied-text.tsx';
import { Card, CardColumn } from '../../shared/ui/marks/card.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { AccountForm } from './account-form.tsx';
import styles from './account-section.module.css';
import { ApiKeysCard } from './api-keys/api-keys-card.tsx';
import { ConfirmEmailNotice } from './confirm-email-notice.tsx';
import { CredentialsCard } from './credentials-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SecondStepCard } from './second-step-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

const RemovalDialog = ({ onClose }: { onClose: () => void }) => {
  const removal = useQuery({ ...queryFor(readRemoval, {}), staleTime: 0 });
  const remove = async (password: string) => {
    const { msg } = await request(removeAccount, { body: { password } });
    announce(msg);
    endSession('logout');
  };
  return (
    <PasswordDialog
      title="Remover conta?"
      action="Remover conta"
      isDestructive
      isReady={removal.isSuccess}
      onPassword={remove}
      onClose={onClose}
    >
      <p>Não há como desfazer. Com a conta:</p>
      <Answer
        query={removal}
        rest={
          <>
            <SkeletonLine width={32} />
            <SkeletonLine width={26} />
          </>
        }
      >
        {(answer) => (
          <ul className={styles.effects}>
            {answer.removal.effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        )}
      </Answer>
    </PasswordDialog>
  );
};

/** The call's body with the new password twice. Only the server checks the current one. */
const ownPasswordForm = (email: string) =>
  z.extend(ownPasswordChange, { confirmation: z.string() }).check(
    z.refine(({ password }) => !holdsOwnEmail(password, email), {
      path: ['password'],
      message: PASSWORD_TEXTS.ownEmail,
    }),
    z.refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      message: DIFFERENT_INLINE,
    }),
  );
type TypedOwnPassword = z.input<ReturnType<typeof ownPasswordForm>>;

const EMPTY_FORM: TypedOwnPassword = {
  currentPassword: '',
  password: '',
  confirmation: '',
  removeCredentials: false,
};

const useChangePassword = () => {
  const queryClient = useQueryClient();
  return async ({ currentPassword, password, removeCredentials }: TypedOwnPassword): Promise<void> => {
    const body = { currentPassword, password, removeCredentials };
    const { msg } = await request(changeOwnPassword, { body });
    announce(msg, { tone: 'good' });
    await Promise.all(
      [listSessions, listCredentials, listApiKeys].map((call) =>
        queryClient.invalidateQueries({ queryKey: [call.name] }),
      ),
    );
  };
};

/** Replaces the password; this session stays, the others end. */
const OwnPasswordCard = () => {
  const { email } = useUser();
  const change = useChangePassword();
  const { field, register, submit, watch, isSending, failure } = useCallForm({
    schema: ownPasswordForm(email),
    defaultValues: EMPTY_FORM,
    refusable: ['currentPassword', 'password'],
    send: async (changed, { reset }) => {
      await change(changed);
      reset();
    },
  });
  const typed = watch();
  return (
    <Card
      tour="account-password"
      title="Senha"
      action={<TextLink to="/recovery-password">Esqueci a senha</TextLink>}
    >
      <Form label="Trocar senha" onSubmit={submit}>
        <FailureNotice failure={failure} />
        {/* Tells password managers the account. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField {...field('currentPassword')} label="Senha atual" autoComplete="current-password" />
        <PasswordField {...field('password')} label="Nova senha" autoComplete="new-password" />
        <PasswordStrength password={typed.password} />
        <PasswordField
          {...field('confirmation', 'Confirmar nova senha')}
          autoComplete="new-password"
          {...(isDifferent(typed) && { error: DIFFERENT_INLINE })}
        />
        <RemoveCredentialsBox {...register('removeCredentials')} />
        <FormActions
          state="Os outros aparelhos terão de entrar de novo."
          submit="Trocar senha"
          loading={isSending}
        />
      </Form>
    </Card>
  );
};

/** The anchor for people who need clients and are no Managers. */
const LED_HERE = '#gestor';
const stateQuery = queryFor(readUpgradeRequest, {});

/** The state of the last request; a request granted and revoked since counts as none. */
const stateOf = (last: UpgradeRequestState): string | null => {
  if (last === null || last.approved === true) return null;
  const requested = `Pedido feito em ${deviceDay(last.requestedAt)}`;
  if (last.decidedAt === null) return `${requested}. O administrador do sistema ainda não decidiu.`;
  return `${requested} e recusado em ${deviceDay(last.decidedAt)}. Você pode pedir de novo.`;
};

const UpgradeRequest = () => {
  const queryClient = useQueryClient();
  const state = useQuery(stateQuery);
  const { start, isSending, failure } = useSending(async () => {
    const { msg } = await request(requestUpgrade, {});
    await queryClient.invalidateQueries({ queryKey: stateQuery.queryKey });
    announce(msg, { tone: 'good' });
  });
  const last = state.data?.request ?? null;
  const isWaiting = last !== null && last.decidedAt === null;
  const said = stateOf(last);
  const refused = failure ?? state.error;
  return (
    <>
      <p className={styles.text}>
        Para quem cuida de clientes: um gestor também cria as contas deles. O pedido é decidido pelo
        administrador do sistema. Para mostrar medidores a alguém, <TextLink to="/guests">convide</TextLink>.
      </p>
      {said !== null && <p role="status">{said}</p>}
      {refused && (
        <p className={styles.failure} role="alert">
          {labelOf(refused)}
        </p>
      )}
      <Button
        variant="default"
        disabled={isWaiting || state.isPending}
        loading={isSending}
        onClick={() => void start()}
      >
        {isWaiting ? 'Solicitado!!' : 'Solicitar perfil de gestor'}
      </Button>
    </>
  );
};

/** Scrolls to the card when the address names it. */
const useLedHere = () => {
  const card = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== LED_HERE) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.focus({ preventScroll: true });
  }, [hash]);
  return card;
};

const ProfileCard = () => {
  const { profile, active } = useUser();
  const card = useLedHere();
  return (
    <Card tour="account-profile" title="Perfil">
      <div className={styles.section} ref={card} tabIndex={-1}>
        <p className={rows.tags}>
          <b>{profileName(profile)}</b>
          {active && (
            <Tag tone="good" dot>
              E-mail confirmado
            </Tag>
          )}
        </p>
        {may(profile, 'request-upgrade') && <UpgradeRequest />}
      </div>
    </Card>
  );
};

const ExportDialog = ({ onClose }: { onClose: () => void }) => {
  const download = async (password: string) => {
    const { ok: _, ...held } = await request(exportAccount, {
      headers: { [PASSWORD_HEADER]: encodeURIComponent(password) },
    });
    const text = JSON.stringify(held, null, 2);
    saveFile(
      `meus-dados-${held.exportedAt.slice(0, 10)}.json`,
      new Blob([text], { type: 'application/json' }),
    );
    onClose();
    announce('Seus dados foram baixados.', { tone: 'good' });
  };
  return (
    <PasswordDialog title="Baixar meus dados" action="Baixar" onPassword={download} onClose={onClose}>
      <p>O arquivo contém os seus dados pessoais. Guarde-o em um lugar seguro.</p>
    </PasswordDialog>
  );
};

/** Rights by law: a copy of the data, and their removal (LGPD, art. 18). */
const OwnDataCard = () => {
  const [open, setOpen] = useState<'export' | 'removal' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card tour="account-own" title="Seus dados">
      <div className={styles.section}>
        <TextLink to="/account/data">Ver o que guardamos e o que você aceitou</TextLink>
        <p className={styles.text}>Baixe uma cópia de tudo o que guardamos sobre você, em um arquivo JSON.</p>
        <Button variant="default" onClick={() => setOpen('export')}>
          Baixar meus dados
        </Button>
        <p className={styles.text}>
          Ao remover a conta, os dados e os acessos dela são apagados. Não há como desfazer.
        </p>
        <Button variant="default" color="bad" onClick={() => setOpen('removal')}>
          Remover conta
        </Button>
      </div>
      {open === 'export' && <ExportDialog onClose={close} />}
      {open === 'removal' && <RemovalDialog onClose={close} />}
    </Card>
  );
};

/** A partner's link for new accounts, which show its logo from the first screen on. */
const PartnerLinkCard = () => {
  const { _id } = useUser();
  return (
    <Card tour="account-partner" title="Traga clientes">
      <div className={styles.section}>
        <p className={styles.text}>
          Quem cria a conta por este link fica ligado a você e vê o seu logotipo no menu.
        </p>
        <CopiedText
          label="Link de cadastro"
          text={`${window.location.origin}/signup?parceiro=${_id}`}
          action="Copiar link"
        />
      </div>
    </Card>
  );
};

export const AccountPage = () => {
  const { active, profile } = useUser();
  return (
    <Page title="Conta">
      {!active && <ConfirmEmailNotice />}
      <CardColumn span={7} isLoose>
        <Card tour="account-data" title="Dados pessoais">
          <AccountForm />
        </Card>
        <OwnPasswordCard />
        <SessionsCard />
        <CredentialsCard />
      </CardColumn>
      <CardColumn span={5} isLoose>
        <ProfileCard />
        {may(profile, 'bring-accounts') && <PartnerLinkCard />}
        <PasskeysCard />
        <SecondStepCard />
        <OwnDataCard />
        <ApiKeysCard />
      </CardColumn>
    </Page>
  );
};
