import { TextInput } from '@mantine/core';
import {
  acceptedInvitation,
  acceptInvitation,
  type ReadInvitation,
  readInvitation,
} from '@nascente/contract/people/invitations';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { z } from 'zod/mini';
import { request } from '../../../shared/api/api-client.ts';
import { isExpired, useLinkedAnswer } from '../../../shared/api/use-linked-answer.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { EmailField } from '../../../shared/forms/fields/email-field.tsx';
import { PasswordField } from '../../../shared/forms/fields/password-field.tsx';
import { PasswordStrength } from '../../../shared/forms/fields/password-strength.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { useCallForm } from '../../../shared/forms/use-call-form.ts';
import { endSession, startSession } from '../../../shared/session-state/session.ts';
import { rememberSignedIn } from '../../../shared/session-state/signed-in.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { EntranceFrame } from '../../../shared/ui/page/entrance-frame.tsx';
import { EntranceHead, EntranceLink } from '../../../shared/ui/page/entrance-head.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonFields } from '../../../shared/ui/page/skeleton.tsx';

const { name, password } = acceptedInvitation.shape;

/** An address fixed by the invitation is no field. */
const acceptanceForm = z
  .object({
    name,
    email: z.string().check(z.trim(), z.toLowerCase(), z.regex(z.regexes.email, 'Envie um email válido.')),
    password,
    confirmation: z.string(),
  })
  .check(
    z.refine((typed) => typed.password === typed.confirmation, {
      path: ['confirmation'],
      message: 'As senhas não são parecidas',
    }),
  );

interface AcceptanceFormProps {
  token: string;
  invitation: ReadInvitation;
  onExpired: () => void;
}

/** Name, e-mail and a new password; then a session starts. */
const AcceptanceForm = ({ token, invitation, onExpired }: AcceptanceFormProps) => {
  const navigate = useNavigate();
  const { field, submit, watch, isSending, failure } = useCallForm({
    schema: acceptanceForm,
    defaultValues: { name: invitation.name, email: invitation.email ?? '', password: '', confirmation: '' },
    refusable: ['name', 'email', 'password'],
    send: async ({ name: typedName, email, password: typedPassword }) => {
      try {
        const body = { token, name: typedName, email, password: typedPassword };
        const { user, token: session } = await request(acceptInvitation, { body });
        // The session on this device belongs to another person.
        endSession('logout');
        rememberSignedIn(user);
        startSession(session, false);
        void navigate('/home', { replace: true });
      } catch (refused) {
        if (!isExpired(refused)) throw refused;
        onExpired();
      }
    },
  });
  return (
    <Form label="Aceitar o convite" onSubmit={submit}>
      <FailureNotice failure={failure} />
      <TextInput {...field('name')} label="Nome" autoComplete="name" />
      <EmailField {...field('email')} readOnly={invitation.email !== null} autoComplete="username" />
      <div>
        <PasswordField {...field('password')} label="Senha" autoComplete="new-password" />
        <PasswordStrength password={watch('password')} />
      </div>
      <PasswordField {...field('confirmation')} label="Confirmar senha" autoComplete="new-password" />
      <p>
        Ao aceitar o convite, você aceita os <Link to="/legal">termos de uso e o aviso de privacidade</Link>.
      </p>
      <FormActions submit="Aceitar e entrar" fullWidth loading={isSending} />
    </Form>
  );
};

const askInvitation = (token: string, signal: AbortSignal) =>
  request(readInvitation, { query: { token } }, signal);

const metersText = (count: number): string =>
  count === 0 ? 'o consumo' : count === 1 ? 'o consumo de 1 medidor' : `o consumo de ${count} medidores`;

const Accepting = ({ token }: { token: string }) => {
  const { linked, retry } = useLinkedAnswer(askInvitation, token);
  const [isUsed, setUsed] = useState(false);
  if (isUsed || linked.state !== 'valid')
    return (
      <>
        <EntranceHead title="Convite" />
        {(isUsed || linked.state === 'expired') && (
          <Notice tone="bad" live>
            Este convite não vale mais. Peça um novo a quem convidou você.
          </Notice>
        )}
        {linked.state === 'loading' && (
          <Loading>
            <SkeletonFields fields={4} />
          </Loading>
        )}
        {linked.state === 'failed' && <ErrorState failure={linked.failure} onRetry={retry} />}
      </>
    );
  const { from, meters } = linked.found;
  return (
    <>
      <EntranceHead title="Você foi convidado">
        {from} convidou você a acompanhar {metersText(meters)}. Escolha uma senha: ninguém mais a conhece.
      </EntranceHead>
      <AcceptanceForm token={token} invitation={linked.found} onExpired={() => setUsed(true)} />
    </>
  );
};

export const InvitationPage = () => {
  const token = useParams().token ?? '';
  return (
    <EntranceFrame>
      <Accepting key={token} token={token} />
      <EntranceLink>
        Já tem conta? <Link to="/login">Entrar</Link>
      </EntranceLink>
    </EntranceFrame>
  );
};
