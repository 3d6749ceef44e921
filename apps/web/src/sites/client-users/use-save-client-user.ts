import {
  type ClientUser,
  createClientUser,
  editClientUser,
  listClientUsers,
} from '@nascente/contract/sites/client-users';
import { useQueryClient } from '@tanstack/react-query';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { announce } from '../../shared/ui/snackbar.tsx';
import { changeOf, creationOf, type TypedClientUser } from './client-user-schema.ts';

export const clientUsersQuery = queryFor(listClientUsers, {});

export const isDuplicate = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && failure.type === 'duplicate';

export const useSaveClientUser = (editing: ClientUser | null) => {
  const queryClient = useQueryClient();
  return async (typed: TypedClientUser): Promise<void> => {
    const { msg } =
      editing === null
        ? await request(createClientUser, { body: creationOf(typed) })
        : await request(editClientUser, { body: changeOf(editing, typed) });
    await queryClient.invalidateQueries({ queryKey: clientUsersQuery.queryKey });
    announce(msg, { tone: 'good' });
  };
};
