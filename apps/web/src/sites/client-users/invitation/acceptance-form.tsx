import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { acceptInvitation, type ReadInvitation } from '@nascente/contract/people/invitations';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { request } from '../../../shared/api/api-client.ts';
import { isExpired } from '../../../shared/api/use-linked-answer.ts';
import { fieldOf } from '../../../shared/forms/field-of.ts';
import { PasswordField } from '../../../shared/forms/fields/password-field.tsx';
import { PasswordStrength } from '../../../shared/forms/fields/password-strength.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { showRefusals } from '../../../shared/forms/show-refusals.ts';
import { useSending, wordsOf } from '../../../shared/forms/use-sending.ts';
import { endSession, startSession } from '../../../shared/session-state/session.ts';
import { rememberSignedIn } from '../../../shared/session-state/signed-in.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { acceptanceForm, bodyOf, type TypedAcceptance } from './acceptance-schema.ts';

interface AcceptanceFormProps {
  token: string;
  invitation: ReadInvitation;
  onExpired: () => void;
}

/** Name, address and a password of one's own; then one is inside. */
export const AcceptanceForm = ({ token, invitation, onExpired }: AcceptanceFormProps) => {
  const navigate = useNavigate();
  const form = useForm({
    resolver: zodResolver(acceptanceForm),
    defaultValues: { name: invitation.name, email: invitation.email ?? '', password: '', confirmation: '' },
  });
  const { handleSubmit, watch, setError } = form;
  const field = fieldOf(form);
  const { start, isSending, failure } = useSending(async (typed: TypedAcceptance) => {
    try {
      const { user, token: session } = await request(acceptInvitation, { body: bodyOf(token, typed) });
      // Whoever is signed in on this device is somebody else.
      endSession('logout');
      rememberSignedIn(user);
      startSession(session, false);
      void navigate('/home', { replace: true });
    } catch (refused) {
      if (isExpired(refused)) onExpired();
      else if (!showRefusals(refused, ['name', 'email', 'password'], setError)) throw refused;
    }
  });
  return (
    <Form label="Aceitar o convite" onSubmit={handleSubmit((typed) => start(typed))}>
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <TextInput {...field('name')} label="Nome" autoComplete="name" />
      <TextInput
        {...field('email')}
        type="email"
        label="E-mail"
        readOnly={invitation.email !== null}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <PasswordField {...field('password')} label="Senha" autoComplete="new-password" />
        <PasswordStrength password={watch('password')} />
      </div>
      <PasswordField {...field('confirmation')} label="Confirmar senha" autoComplete="new-password" />
      <p>
        Ao aceitar o convite, você aceita os <Link to="/legal">termos de uso e o aviso de privacidade</Link>.
      </p>
      <FormActions>
        <Button type="submit" fullWidth loading={isSending}>
          Aceitar e entrar
        </Button>
      </FormActions>
    </Form>
  );
};
