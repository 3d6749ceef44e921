import { Button } from '@mantine/core';
import { requestActivateEmail } from '@nascente/contract/email-confirmation';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { request } from '../../shared/api-client.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { signedInQuery, useUser } from '../../shared/signed-in.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './confirm-email-notice.module.css';

const EXPIRED_LINK = 'O link de confirmação expirou. Peça um novo.';

/** The link may be opened in another window: on coming back it is looked whether that was done. */
const useConfirmedElsewhere = () => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible')
        void queryClient.invalidateQueries({ queryKey: signedInQuery.queryKey });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [queryClient]);
};

/** Offered until the e-mail is confirmed. */
export const ConfirmEmailNotice = () => {
  const { email } = useUser();
  const [answer, setAnswer] = useState<string | null>(null);
  const isLinkExpired = useSearchParams()[0].get('activation') === 'expired';
  useConfirmedElsewhere();
  const queryClient = useQueryClient();
  const { start, isSending, failure } = useSending(async () => {
    const { message, alerted } = await request(requestActivateEmail, {});
    setAnswer(message);
    if (!alerted) await queryClient.invalidateQueries({ queryKey: signedInQuery.queryKey });
  });
  return (
    <Notice
      title="E-mail não confirmado."
      action={
        <Button
          className={styles.button ?? ''}
          variant="default"
          loading={isSending}
          onClick={() => void start()}
        >
          {answer === null ? 'Confirmar e-mail' : 'Enviar de novo'}
        </Button>
      }
    >
      <span role="status">
        {failure
          ? wordsOf(failure)
          : (answer ?? (isLinkExpired ? EXPIRED_LINK : `Enviaremos um link de confirmação para ${email}.`))}
      </span>
    </Notice>
  );
};
