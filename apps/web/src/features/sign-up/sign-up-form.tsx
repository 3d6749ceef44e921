import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { signUp } from '@nascente/contract/sign-up';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { request } from '../../shared/api-client.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { PasswordField } from '../../shared/forms/password-field.tsx';
import { placeRefusals } from '../../shared/forms/place-refusals.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { startSession } from '../../shared/session.ts';
import { rememberSignedIn } from '../../shared/signed-in.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { bodyOf, isFilled, signUpForm, type TypedSignUp } from './sign-up-schema.ts';

/** Creates the account and signs it in; name and e-mail may come with the address (`?name=&email=`). */
export const SignUpForm = ({ onDone }: { onDone: (email: string) => void }) => {
  const [given] = useSearchParams();
  const { register, handleSubmit, watch, setError, formState } = useForm({
    resolver: zodResolver(signUpForm),
    defaultValues: {
      name: given.get('name') ?? '',
      email: given.get('email') ?? '',
      password: '',
      confirmation: '',
    },
  });
  const { errors } = formState;
  const { start, isSending, failure } = useSending(async (typed: TypedSignUp) => {
    try {
      const { user, token } = await request(signUp, { body: bodyOf(typed) });
      rememberSignedIn(user);
      startSession(token, false);
      onDone(user.email);
    } catch (refused) {
      if (!placeRefusals(refused, ['name', 'email', 'password'], setError)) throw refused;
    }
  });
  return (
    <Form label="Criar conta" onSubmit={handleSubmit((typed) => start(typed))}>
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <TextInput
        {...register('name')}
        label="Nome da empresa"
        autoComplete="organization"
        error={errors.name?.message}
      />
      <TextInput
        {...register('email')}
        type="email"
        label="E-mail"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        label="Senha"
        description="Pelo menos 8 caracteres."
        autoComplete="new-password"
        error={errors.password?.message}
      />
      <PasswordField
        {...register('confirmation')}
        label="Confirmar senha"
        autoComplete="new-password"
        error={errors.confirmation?.message}
      />
      <FormActions>
        <Button type="submit" fullWidth disabled={!isFilled(watch())} loading={isSending}>
          Criar conta
        </Button>
      </FormActions>
    </Form>
  );
};
