import { Button } from '@mantine/core';
import { changePassword, type RemainingStep, readRecovery } from '@nascente/contract/people/recovery';
import { isPasswordAccepted } from '@nascente/domain/people/password';
import { type KeyboardEvent, useState } from 'react';
import { Link, useParams } from 'react-router';
import { z } from 'zod/mini';
import { request } from '../../shared/api/api-client.ts';
import { isExpired, useLinkedAnswer } from '../../shared/api/use-linked-answer.ts';
import { EmailField } from '../../shared/forms/fields/email-field.tsx';
import { PasswordField } from '../../shared/forms/fields/password-field.tsx';
import { PasswordStrength } from '../../shared/forms/fields/password-strength.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { RemoveCredentialsBox } from '../../shared/forms/remove-credentials-box.tsx';
import { DIFFERENT_INLINE, isDifferent } from '../../shared/forms/repeated-password.ts';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { labelOf } from '../../shared/forms/use-sending.ts';
import { endSession } from '../../shared/session-state/session.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import { EntranceHead, EntranceLink } from '../../shared/ui/page/entrance-head.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonBlock, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { RemainingSecondSteps } from './remaining-second-steps.tsx';

const askRecovery = (token: string, signal: AbortSignal) =>
  request(readRecovery, { query: { token } }, signal);

const DIFFERENT = 'Senhas não são iguais!';

/** Only the server checks the e-mail and whether the password is new. */
const newPasswordForm = z
  .object({
    email: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1, 'Confirme o email.')),
    password: z
      .string()
      .check(
        z.refine(isPasswordAccepted, 'A senha precisa atender a todas as regras abaixo.'),
        z.maxLength(256, 'A senha pode ter no máximo 256 caracteres.'),
      ),
    confirmation: z.string(),
    removeCredentials: z.boolean(),
    removeSecondSteps: z.boolean(),
  })
  .check(
    z.refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      message: DIFFERENT_INLINE,
    }),
  );
type TypedNewPassword = z.input<typeof newPasswordForm>;

/** Spec.md, section 5: no empty field, equal passwords. */
const canBeSent = ({ email, password, confirmation }: TypedNewPassword): boolean =>
  email.trim() !== '' && password !== '' && password === confirmation;

interface NewPasswordFormProps {
  token: string;
  maskedEmail: string;
  secondSteps: readonly RemainingStep[];
  onDone: (text: string) => void;
  onExpired: () => void;
}

/** Sets a new password after the registered e-mail is typed again. */
const NewPasswordForm = ({ token, onDone, onExpired, ...recovery }: NewPasswordFormProps) => {
  const { field, register, submit, watch, isSending, failure } = useCallForm({
    schema: newPasswordForm,
    defaultValues: {
      email: '',
      password: '',
      confirmation: '',
      removeCredentials: false,
      removeSecondSteps: false,
    },
    refusable: ['email', 'password'],
    send: async (provided) => {
      try {
        const { confirmation: _, ...chosen } = provided;
        const body = { tokenParam: token, ...chosen };
        const { msg } = await request(changePassword, { query: { token }, body });
        // A new password ends every session, including this one.
        endSession('logout');
        onDone(msg);
      } catch (refused) {
        if (!isExpired(refused)) throw refused;
        onExpired();
      }
    },
  });
  const typed = watch();
  const [toldDifferent, setToldDifferent] = useState(false);
  // The button is disabled while the passwords differ: Enter explains why.
  const showReason = (event: KeyboardEvent) => {
    if (event.key === 'Enter') setToldDifferent(typed.password !== typed.confirmation);
  };
  const showsDifference = toldDifferent && typed.password !== typed.confirmation;
  return (
    <Form label="Troca de senha" onSubmit={submit}>
      {(failure || showsDifference) && (
        <Notice tone="bad" live>
          {failure ? labelOf(failure) : DIFFERENT}
        </Notice>
      )}
      <EmailField
        {...field('email', 'Confirme o e-mail', `Cadastrado: ${recovery.maskedEmail}`)}
        autoComplete="username"
      />
      <PasswordField
        {...field('password', 'Nova senha')}
        autoComplete="new-password"
        onKeyDown={showReason}
      />
      <PasswordStrength password={typed.password} />
      <PasswordField
        {...field('confirmation', 'Confirmar senha')}
        autoComplete="new-password"
        {...(isDifferent(typed) && { error: DIFFERENT_INLINE })}
        onKeyDown={showReason}
      />
      <RemoveCredentialsBox {...register('removeCredentials')} />
      <RemainingSecondSteps steps={recovery.secondSteps} field={register('removeSecondSteps')} />
      <FormActions submit="Alterar senha" fullWidth disabled={!canBeSent(typed)} loading={isSending} />
    </Form>
  );
};

const EXPIRED = 'Token expirado!! Faça um novo pedido para recuperar a senha';

const Expired = () => (
  <>
    <Notice tone="bad" live>
      {EXPIRED}
    </Notice>
    <Button component={Link} to="/recovery-password" fullWidth>
      Fazer um novo pedido
    </Button>
  </>
);

const Changed = ({ text }: { text: string }) => (
  <>
    <Notice tone="good" live>
      {text}
    </Notice>
    <Button component={Link} to="/login" fullWidth>
      Entrar
    </Button>
  </>
);

const FormSkeleton = () => (
  <Loading>
    {['email', 'password', 'confirmation'].map((field) => (
      <div key={field}>
        <SkeletonLine width={14} />
        <SkeletonBlock height={46} />
      </div>
    ))}
  </Loading>
);

const Recovering = ({ token }: { token: string }) => {
  const { linked, retry } = useLinkedAnswer(askRecovery, token);
  const [end, setEnd] = useState<{ state: 'expired' } | { state: 'changed'; text: string } | null>(null);
  if (end?.state === 'changed') return <Changed text={end.text} />;
  if (end?.state === 'expired' || linked.state === 'expired') return <Expired />;
  if (linked.state === 'loading') return <FormSkeleton />;
  if (linked.state === 'failed') return <ErrorState failure={linked.failure} onRetry={retry} />;
  return (
    <NewPasswordForm
      token={token}
      maskedEmail={linked.found.email}
      secondSteps={linked.found.secondSteps}
      onDone={(text) => setEnd({ state: 'changed', text })}
      onExpired={() => setEnd({ state: 'expired' })}
    />
  );
};

/** The target of the mailed link, valid once within an hour. */
export const NewPasswordPage = () => {
  const token = useParams().token ?? '';
  return (
    <EntranceFrame>
      <EntranceHead title="Nova senha" />
      <Recovering key={token} token={token} />
      <EntranceLink>
        <Link to="/login">Voltar para o login</Link>
      </EntranceLink>
    </EntranceFrame>
  );
};
