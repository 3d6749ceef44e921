import { Button } from '@mantine/core';
import { confirmEmail, requestActivateEmail } from '@nascente/contract/people/email-confirmation';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { request } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { labelOf, useSending } from '../../shared/forms/use-sending.ts';
import { signedInQuery, useUser } from '../../shared/session-state/signed-in.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import styles from './confirm-email-notice.module.css';

/** The link may open in another window: on return the confirmation is checked. */
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

interface NoticeButtonProps {
  isSending: boolean;
  onClick: () => Promise<void>;
  children: string;
}

const NoticeButton = ({ isSending, onClick, children }: NoticeButtonProps) => (
  <Button
    className={styles.button ?? ''}
    variant="default"
    loading={isSending}
    onClick={() => void onClick()}
  >
    {children}
  </Button>
);

/** The e-mail's link leads here; only the button confirms. */
const ConfirmHere = ({ token, onExpired }: { token: string; onExpired: (text: string) => void }) => {
  const { email } = useUser();
  const queryClient = useQueryClient();
  const { start, isSending, failure } = useSending(async () => {
    try {
      announce((await request(confirmEmail, { body: { token } })).msg, { tone: 'good' });
      await queryClient.invalidateQueries({ queryKey: signedInQuery.queryKey });
    } catch (refusal) {
      if (!(refusal instanceof ApiFailure && refusal.type === 'not-found')) throw refusal;
      onExpired(refusal.msg);
    }
  });
  return (
    <Notice
      title="Confirme seu e-mail."
      action={
        <NoticeButton isSending={isSending} onClick={start}>
          Confirmar este e-mail
        </NoticeButton>
      }
    >
      <span role="status">{failure ? labelOf(failure) : `${email} é o endereço desta conta.`}</span>
    </Notice>
  );
};

const AskForLink = ({ said }: { said: string | null }) => {
  const { email } = useUser();
  const [answer, setAnswer] = useState<string | null>(null);
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
        <NoticeButton isSending={isSending} onClick={start}>
          {answer === null ? 'Confirmar e-mail' : 'Enviar de novo'}
        </NoticeButton>
      }
    >
      <span role="status">
        {failure ? labelOf(failure) : (answer ?? said ?? `Enviaremos um link de confirmação para ${email}.`)}
      </span>
    </Notice>
  );
};

/** Shown until the e-mail is confirmed. */
export const ConfirmEmailNotice = () => {
  const token = useSearchParams()[0].get('confirm');
  const [said, setSaid] = useState<string | null>(null);
  return token === null || said !== null ? (
    <AskForLink said={said} />
  ) : (
    <ConfirmHere token={token} onExpired={setSaid} />
  );
};
