import type { BodyGiven } from '@nascente/contract/base/call';
import { accountSeen, editSelf } from '@nascente/contract/people/account';
import type { User } from '@nascente/contract/people/session';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { useSeen } from '../../shared/forms/use-seen.ts';
import { signedInQuery, useUser } from '../../shared/session-state/signed-in.ts';
import { announce } from '../../shared/ui/snackbar.tsx';

const FAILED = 'Erro no pedido, tente novamente mais tarde';
const EXPIRED = 'Sessão expirada. Logue novamente.';

/** Sends the change, and tells how it went in the words of spec.md section 8. */
export const useSaveAccount = () => {
  const queryClient = useQueryClient();
  const saveSeen = useSeen(accountSeen(useUser()));
  return async (body: BodyGiven<typeof editSelf>): Promise<User> => {
    try {
      const { user } = await saveSeen(
        (headers) => request(editSelf, { body, headers }),
        (saved) => accountSeen(saved.user),
      );
      queryClient.setQueryData(signedInQuery.queryKey, user);
      announce('Usuário Atualizado!', { tone: 'good' });
      return user;
    } catch (failure) {
      const isValidation = failure instanceof ApiFailure && failure.type === 'validation';
      const isExpired = failure instanceof ApiFailure && failure.type === 'expired';
      const isChanged = failure instanceof ApiFailure && failure.type === 'changed';
      if (isChanged) announce(failure.msg, { tone: 'bad' });
      else if (!isValidation) announce(isExpired ? EXPIRED : FAILED, { tone: 'bad' });
      throw failure;
    }
  };
};
