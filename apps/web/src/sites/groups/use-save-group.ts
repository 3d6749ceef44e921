import {
  createGroup,
  editGroup,
  type Group,
  groupSeen,
  listGroups,
  readGroup,
} from '@nascente/contract/sites/groups';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../shared/api/api-client.ts';
import { useSeen } from '../../shared/forms/use-seen.ts';
import { announce } from '../../shared/ui/snackbar.tsx';
import { changeOf, creationOf, type GroupDraft } from './group-draft.ts';

export const useRefreshGroups = () => {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [listGroups, readGroup].map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })),
    );
};

export const useSaveGroup = (editing: Group | null) => {
  const refresh = useRefreshGroups();
  const saveSeen = useSeen(editing === null ? '' : groupSeen(editing));
  return async (draft: GroupDraft): Promise<string> => {
    const { group } =
      editing === null
        ? await request(createGroup, { body: creationOf(draft) })
        : await saveSeen((headers) => request(editGroup, { body: changeOf(editing, draft), headers }));
    await refresh();
    announce(editing === null ? 'Grupo criado!' : 'Alterações feitas!', { tone: 'good' });
    return group._id;
  };
};
