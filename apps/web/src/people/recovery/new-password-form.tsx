import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { changePassword } from '@nascente/contract/people/recovery';
import { type KeyboardEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { request } from '../../shared/api/api-client.ts';
import { PasswordField } from '../../shared/forms/fields/password-field.tsx';
import { PasswordStrength } from '../../shared/forms/fields/password-strength.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { RemoveCredentialsBox } from '../../shared/forms/remove-credentials-box.tsx';
import { DIFFERENT_INLINE, isDifferent } from '../../shared/forms/repeated-password.ts';
import { showRefusals } from '../../shared/forms/show-refusals.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { endSession } from '../../shared/session-state/session.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import type { TypedNewPassword } from './new-password-schema.ts';
import { canBeSent, DIFFERENT, newPasswordForm } from './new-password-schema.ts';
import { isExpired } from './use-recovery.ts';

interface NewPasswordFormProps {
  token: string;
  maskedEmail: string;
  onDone: (words: string) => void;
  onExpired: () => void;
}

/** Chooses a new password; whoever knows the registered e-mail types it once more. */
export const NewPasswordForm = ({ token, maskedEmail, onDone, onExpired }: NewPasswordFormProps) => {
  const { register, handleSubmit, watch, setError, formState } = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { email: '', password: '', confirmation: '', removeCredentials: false },
  });
  const { errors } = formState;
  const typed = watch();
  const [toldDifferent, setToldDifferent] = useState(false);
  const { start, isSending, failure } = useSending(async (given: TypedNewPassword) => {
    try {
      const { email, password, removeCredentials } = given;
      const body = { tokenParam: token, email, password, removeCredentials };
      const { msg } = await request(changePassword, { query: { token }, body });
      // Every session of the account ended with the old password, the one on this device too.
      endSession('logout');
      onDone(msg);
    } catch (refused) {
      if (isExpired(refused)) onExpired();
      else if (!showRefusals(refused, ['email', 'password'], setError)) throw refused;
    }
  });
  // The button is out of reach while the two differ: whoever presses Enter is told why nothing happens.
  const tellWhy = (event: KeyboardEvent) => {
    if (event.key === 'Enter') setToldDifferent(typed.password !== typed.confirmation);
  };
  const isToldDifferent = toldDifferent && typed.password !== typed.confirmation;
  return (
    <Form label="Troca de senha" onSubmit={handleSubmit((typed) => start(typed))}>
      {(failure || isToldDifferent) && (
        <Notice tone="bad" live>
          {failure ? wordsOf(failure) : DIFFERENT}
        </Notice>
      )}
      <TextInput
        {...register('email')}
        type="email"
        label="Confirme o e-mail"
        description={`Cadastrado: ${maskedEmail}`}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        label="Nova senha"
        autoComplete="new-password"
        error={errors.password?.message}
        onKeyDown={tellWhy}
      />
      <PasswordStrength password={typed.password} />
      <PasswordField
        {...register('confirmation')}
        label="Confirmar senha"
        autoComplete="new-password"
        error={isDifferent(typed) ? DIFFERENT_INLINE : errors.confirmation?.message}
        onKeyDown={tellWhy}
      />
      <RemoveCredentialsBox {...register('removeCredentials')} />
      <FormActions>
        <Button type="submit" fullWidth disabled={!canBeSent(typed)} loading={isSending}>
          Alterar senha
        </Button>
      </FormActions>
    </Form>
  );
};
