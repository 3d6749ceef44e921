import { zodResolver } from '@hookform/resolvers/zod';
import { emailAddress } from '@nascente/contract/base/person-fields';
import { requestRecovery } from '@nascente/contract/people/recovery';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { z } from 'zod/mini';
import { request } from '../../shared/api/api-client.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { EmailField } from '../../shared/forms/fields/email-field.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import { EntranceHead, EntranceLink } from '../../shared/ui/page/entrance-head.tsx';

const recoveryRequest = z.object({ email: emailAddress });

const SENT = 'Enviado! Cheque sua caixa de email para refazer a senha :) Verifique na pasta SPAM!';

const RequestForm = () => {
  const [isSent, setSent] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(recoveryRequest),
    defaultValues: { email: '' },
    mode: 'onTouched',
  });
  const { start, isSending, failure } = useSending(async (email: string) => {
    setSent(false);
    await request(requestRecovery, { params: { email } });
    setSent(true);
  });
  return (
    <Form label="Recuperar senha" onSubmit={handleSubmit(({ email }) => start(email))}>
      <FailureNotice failure={failure} />
      {isSent && (
        <Notice tone="good" live>
          {SENT}
        </Notice>
      )}
      <EmailField {...register('email')} autoComplete="username" error={formState.errors.email?.message} />
      <FormActions
        submit="Confirmar recuperação"
        fullWidth
        loading={isSending}
        variant={isSent ? 'default' : 'filled'}
      />
    </Form>
  );
};

/** Requests the recovery e-mail; the answer does not reveal whether the account exists. */
export const RecoveryRequestPage = () => {
  const { state } = useLocation();
  return (
    <EntranceFrame>
      <EntranceHead title="Recuperar senha">
        Informe o e-mail da sua conta: enviaremos um link para refazer a senha.
      </EntranceHead>
      <RequestForm />
      <EntranceLink>
        <Link to="/login" state={state}>
          Voltar para o login
        </Link>
      </EntranceLink>
    </EntranceFrame>
  );
};
