import { emailAddress } from '@nascente/contract/base/person-fields';
import { requestRecovery } from '@nascente/contract/people/recovery';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { z } from 'zod/mini';
import { request } from '../../shared/api/api-client.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { EmailField } from '../../shared/forms/fields/email-field.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import { EntranceHead, EntranceLink } from '../../shared/ui/page/entrance-head.tsx';

const recoveryRequest = z.object({ email: emailAddress });

const SENT = 'Enviado! Cheque sua caixa de email para refazer a senha :) Verifique na pasta SPAM!';

const RequestForm = () => {
  const [isSent, setSent] = useState(false);
  const { field, submit, isSending, failure } = useCallForm({
    schema: recoveryRequest,
    defaultValues: { email: '' },
    mode: 'onTouched',
    send: async (params) => {
      setSent(false);
      await request(requestRecovery, { params });
      setSent(true);
    },
  });
  return (
    <Form label="Recuperar senha" onSubmit={submit}>
      <FailureNotice failure={failure} />
      {isSent && (
        <Notice tone="good" live>
          {SENT}
        </Notice>
      )}
      <EmailField {...field('email')} autoComplete="username" />
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
