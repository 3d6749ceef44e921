import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { listApiKeys } from '@nascente/contract/connections/api-keys';
import { listSessions } from '@nascente/contract/people/account';
import { listCredentials } from '@nascente/contract/people/credentials';
import { changeOwnPassword } from '@nascente/contract/people/own-password';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { request } from '../../shared/api/api-client.ts';
import { fieldOf } from '../../shared/forms/field-of.ts';
import { PasswordField } from '../../shared/forms/fields/password-field.tsx';
import { PasswordStrength } from '../../shared/forms/fields/password-strength.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { RemoveCredentialsBox } from '../../shared/forms/remove-credentials-box.tsx';
import { DIFFERENT_INLINE, isDifferent } from '../../shared/forms/repeated-password.ts';
import { showRefusals } from '../../shared/forms/show-refusals.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { NOTHING_TYPED, ownPasswordForm, type TypedOwnPassword } from './own-password-schema.ts';

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

/** Replaces the password of whoever is signed in and knows it; this device stays signed in, the others do not. */
export const OwnPasswordCard = () => {
  const { email } = useUser();
  const change = useChangePassword();
  const form = useForm({ resolver: zodResolver(ownPasswordForm(email)), defaultValues: NOTHING_TYPED });
  const { handleSubmit, watch, reset, setError } = form;
  const field = fieldOf(form);
  const typed = watch();
  const { start, isSending, failure } = useSending(async (typed: TypedOwnPassword) => {
    try {
      await change(typed);
      reset();
    } catch (refused) {
      if (!showRefusals(refused, ['currentPassword', 'password'], setError)) throw refused;
    }
  });
  return (
    <Card
      tour="account-password"
      title="Senha"
      action={<TextLink to="/recovery-password">Esqueci a senha</TextLink>}
    >
      <Form label="Trocar senha" onSubmit={handleSubmit((typed) => start(typed))}>
        {failure && (
          <Notice tone="bad" live>
            {wordsOf(failure)}
          </Notice>
        )}
        {/* Tells password managers whose password is replaced. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField {...field('currentPassword')} label="Senha atual" autoComplete="current-password" />
        <PasswordField {...field('password')} label="Nova senha" autoComplete="new-password" />
        <PasswordStrength password={typed.password} />
        <PasswordField
          {...field('confirmation')}
          label="Confirmar nova senha"
          autoComplete="new-password"
          {...(isDifferent(typed) && { error: DIFFERENT_INLINE })}
        />
        <RemoveCredentialsBox {...form.register('removeCredentials')} />
        <FormActions state="Os outros aparelhos terão de entrar de novo.">
          <Button type="submit" loading={isSending}>
            Trocar senha
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
};
