import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { signUp } from '@nascente/contract/people/sign-up';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { request } from '../../shared/api/api-client.ts';
import { fieldOf } from '../../shared/forms/field-of.ts';
import { PasswordField } from '../../shared/forms/fields/password-field.tsx';
import { PasswordStrength } from '../../shared/forms/fields/password-strength.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { showRefusals } from '../../shared/forms/show-refusals.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { startSession } from '../../shared/session-state/session.ts';
import { rememberSignedIn } from '../../shared/session-state/signed-in.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './sign-up.module.css';
import { bodyOf, isFilled, signUpForm, type TypedSignUp } from './sign-up-schema.ts';

/**
 * Creates the account and signs it in; name and e-mail may come with the address (`?name=&email=`), and so does the
 * partner whose link it is (`?parceiro=`).
 */
export const SignUpForm = ({ onDone }: { onDone: (email: string) => void }) => {
  const [parameters] = useSearchParams();
  const form = useForm({
    resolver: zodResolver(signUpForm),
    defaultValues: {
      name: parameters.get('name') ?? '',
      email: parameters.get('email') ?? '',
      password: '',
      confirmation: '',
    },
  });
  const { handleSubmit, watch, setError } = form;
  const field = fieldOf(form);
  const { start, isSending, failure } = useSending(async (typed: TypedSignUp) => {
    try {
      const { user, token } = await request(signUp, { body: bodyOf(typed, parameters.get('parceiro')) });
      rememberSignedIn(user);
      startSession(token, false);
      onDone(user.email);
    } catch (refused) {
      if (!showRefusals(refused, ['name', 'email', 'password'], setError)) throw refused;
    }
  });
  return (
    <Form label="Criar conta" onSubmit={handleSubmit((typed) => start(typed))}>
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <TextInput {...field('name')} label="Nome da empresa" autoComplete="organization" />
      <TextInput
        {...field('email')}
        type="email"
        label="E-mail"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...field('password')} label="Senha" autoComplete="new-password" />
      <PasswordStrength password={watch('password')} />
      <PasswordField {...field('confirmation')} label="Confirmar senha" autoComplete="new-password" />
      <p className={styles.legal}>
        Ao criar a conta, você aceita os <Link to="/legal">termos de uso e o aviso de privacidade</Link>.
      </p>
      <FormActions>
        <Button type="submit" fullWidth disabled={!isFilled(watch())} loading={isSending}>
          Criar conta
        </Button>
      </FormActions>
    </Form>
  );
};
