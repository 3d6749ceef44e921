import { editSelf } from '@nascente/contract/account';
import type { BodyGiven } from '@nascente/contract/call';
import type { User } from '@nascente/contract/session';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../shared/api-client.ts';
import { ApiFailure } from '../../shared/api-failure.ts';
import { signedInQuery } from '../../shared/signed-in.ts';
import { announce } from '../../shared/ui/snackbar.tsx';

const FAILED = 'Erro no pedido, tente novamente mais tarde';
const EXPIRED = 'Sessão expirada. Logue novamente.';

/** Sends the change, and tells how it went in the words of spec.md section 8. */
export const useSaveAccount = () => {
  const queryClient = useQueryClient();
  return async (body: BodyGiven<typeof editSelf>): Promise<User> => {
    try {
      const { user } = await request(editSelf, { body });
      queryClient.setQueryData(signedInQuery.queryKey, user);
      announce('Usuário Atualizado!', { tone: 'good' });
      return user;
    } catch (failure) {
      const isValidation = failure instanceof ApiFailure && failure.type === 'validation';
      const isExpired = failure instanceof ApiFailure && failure.type === 'expired';
      if (!isValidation) announce(isExpired ? EXPIRED : FAILED, { tone: 'bad' });
      throw failure;
    }
  };
};
