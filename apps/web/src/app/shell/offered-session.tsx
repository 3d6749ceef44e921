import { loginByToken } from '@nascente/contract/people/session';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { endSession, forgetOfferedToken, startSession } from '../../shared/session-state/session.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';

const useOffered = (token: string) =>
  useQuery({
    queryKey: ['offeredSession'],
    queryFn: ({ signal }) => request(loginByToken, { headers: { 'access-token': token } }, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The address brings a token while a session exists: the account changes only after confirmation. */
export const OfferedSession = ({ token }: { token: string }) => {
  const { _id, email } = useUser();
  const { data, error, refetch } = useOffered(token);
  // A server failure proves nothing about the token: the person can retry.
  const isUnanswered = error instanceof ApiFailure && error.isOfServer;
  const isRefused = error !== null && !isUnanswered;
  const isSame = data?.user._id === _id;
  useEffect(() => {
    if (isRefused) announce(`O acesso deste endereço não vale mais. Você continua como ${email}.`);
    if (isSame) startSession(data.token);
    if (isRefused || isSame) forgetOfferedToken();
  }, [isRefused, isSame, data, email]);
  if (isUnanswered) {
    return (
      <ConfirmDialog
        title="Não foi possível trocar de conta"
        cancel="Continuar como estou"
        confirm="Tentar novamente"
        onCancel={forgetOfferedToken}
        onConfirm={refetch}
      >
        <p>
          O endereço que você abriu dá acesso a uma conta, mas o servidor não respondeu. Você continua como{' '}
          <b>{email}</b>.
        </p>
      </ConfirmDialog>
    );
  }
  if (data === undefined || isSame) return null;
  const change = () => {
    endSession('logout');
    startSession(data.token);
  };
  return (
    <ConfirmDialog
      title="Trocar de conta?"
      cancel="Continuar como estou"
      confirm="Trocar de conta"
      isDestructive
      onCancel={forgetOfferedToken}
      onConfirm={change}
    >
      <p>
        O endereço que você abriu entra como <b>{data.user.email}</b>, e neste navegador está aberta a sessão
        de <b>{email}</b>. Ao trocar, essa sessão é encerrada aqui.
      </p>
    </ConfirmDialog>
  );
};
