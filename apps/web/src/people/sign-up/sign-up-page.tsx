import { Button, TextInput } from '@mantine/core';
import type { BodyInput } from '@nascente/contract/base/call';
import { newUser, signUp } from '@nascente/contract/people/sign-up';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod/mini';
import { request } from '../../shared/api/api-client.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { EmailField } from '../../shared/forms/fields/email-field.tsx';
import { PasswordField } from '../../shared/forms/fields/password-field.tsx';
import { PasswordStrength } from '../../shared/forms/fields/password-strength.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { startSession } from '../../shared/session-state/session.ts';
import { rememberSignedIn } from '../../shared/session-state/signed-in.ts';
import { useWantedAddress } from '../../shared/session-state/wanted-address.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import { EntranceHead, EntranceLink } from '../../shared/ui/page/entrance-head.tsx';
import styles from './sign-up.module.css';

const DIFFERENT = 'As senhas não coincidem.';

/** The call's body with the password twice. */
const signUpForm = z.extend(newUser, { confirmation: z.string() }).check(
  z.refine(({ password, confirmation }) => password !== '' && password === confirmation, {
    path: ['confirmation'],
    message: DIFFERENT,
  }),
);
type TypedSignUp = z.input<typeof signUpForm>;

/** Spec.md, section 5: the button requires name, e-mail and confirmation. */
const isFilled = ({ name, email, confirmation }: TypedSignUp): boolean =>
  [name, email, confirmation].every((text) => text !== '');

const bodyOf = (
  { name, email, password }: TypedSignUp,
  partner: string | null,
): BodyInput<typeof signUp> => ({
  name,
  email,
  password,
  accountType: 'comerc',
  ...(partner && { partner }),
});

/** Creates the account and signs it in. The address may contain name and e-mail (`?name=&email=`) and the partner (`?parceiro=`). */
const SignUpForm = ({ onDone }: { onDone: (email: string) => void }) => {
  const [parameters] = useSearchParams();
  const { field, submit, watch, isSending, failure } = useCallForm({
    schema: signUpForm,
    defaultValues: {
      name: parameters.get('name') ?? '',
      email: parameters.get('email') ?? '',
      password: '',
      confirmation: '',
    },
    refusable: ['name', 'email', 'password'],
    send: async (typed) => {
      const { user, token } = await request(signUp, { body: bodyOf(typed, parameters.get('parceiro')) });
      rememberSignedIn(user);
      startSession(token, false);
      onDone(user.email);
    },
  });
  return (
    <Form label="Criar conta" onSubmit={submit}>
      <FailureNotice failure={failure} />
      <TextInput {...field('name')} label="Nome da empresa" autoComplete="organization" />
      <EmailField {...field('email')} autoComplete="username" />
      <PasswordField {...field('password')} label="Senha" autoComplete="new-password" />
      <PasswordStrength password={watch('password')} />
      <PasswordField {...field('confirmation')} label="Confirmar senha" autoComplete="new-password" />
      <p className={styles.legal}>
        Ao criar a conta, você aceita os <Link to="/legal">termos de uso e o aviso de privacidade</Link>.
      </p>
      <FormActions submit="Criar conta" fullWidth disabled={!isFilled(watch())} loading={isSending} />
    </Form>
  );
};

/** Continues to Home, or to the address a link led to. */
const SignedUpDialog = ({ email }: { email: string }) => {
  const navigate = useNavigate();
  const wanted = useWantedAddress();
  const goOn = () => void navigate(wanted ?? '/home', { replace: true });
  return (
    <Dialog
      title="Cadastro realizado!"
      onDismiss={goOn}
      actions={<Button onClick={goOn}>{wanted === null ? 'Ir para o início' : 'Continuar'}</Button>}
    >
      <p>Enviamos para {email} um link que confirma o seu e-mail.</p>
    </Dialog>
  );
};

export const SignUpPage = () => {
  const { state } = useLocation();
  const [signedUp, setSignedUp] = useState<string | null>(null);
  return (
    <EntranceFrame>
      <EntranceHead title="Criar conta">Acompanhe a energia e a água da sua empresa.</EntranceHead>
      <SignUpForm onDone={setSignedUp} />
      <EntranceLink>
        Já tem conta?{' '}
        <Link to="/login" state={state}>
          Entrar
        </Link>
      </EntranceLink>
      {signedUp !== null && <SignedUpDialog email={signedUp} />}
    </EntranceFrame>
  );
};
