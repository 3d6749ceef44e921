import type { BodyInput } from '@nascente/contract/base/call';
import { civilDate } from '@nascente/contract/base/conventions';
import {
  createGroup,
  editGroup,
  GROUP_TEXTS,
  type Group,
  groupSeen,
  listGroups,
  newGroup,
  readGroup,
} from '@nascente/contract/sites/groups';
import { isCivilDate } from '@nascente/domain/base/time/civil-day';
import { z } from 'zod/mini';
import { request, useOutdate } from '../../shared/api/api-client.ts';
import { useSeen } from '../../shared/forms/use-seen.ts';
import { announce } from '../../shared/ui/snackbar.tsx';

const MAX_MONTH = 31;

const isDay = (typed: string): boolean =>
  /^\d{1,2}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= MAX_MONTH;

export const groupForm = z
  .object({
    name: newGroup.shape.groupName,
    type: z.enum(['eletric', 'water'], GROUP_TEXTS.type),
    dueKind: z.enum(['none', 'day', 'date']),
    dueDay: z.string(),
    dueDate: z.string(),
    boards: z.array(z.string()),
    countFrom: z.enum(['cycle', 'installation']),
  })
  .check(
    z.refine(({ dueKind, dueDay }) => dueKind !== 'day' || isDay(dueDay), {
      error: 'Informe um dia de 1 a 31.',
      path: ['dueDay'],
    }),
    z.refine(({ dueKind, dueDate }) => dueKind !== 'date' || isCivilDate(dueDate), {
      error: 'Informe a data do vencimento.',
      path: ['dueDate'],
      abort: true,
    }),
    z.refine(({ dueKind, dueDate }) => dueKind !== 'date' || civilDate.safeParse(dueDate).success, {
      error: 'Escolha uma data entre 2000 e 2100.',
      path: ['dueDate'],
    }),
  );

export type GroupDraft = z.output<typeof groupForm>;

export const newDraft: GroupDraft = {
  name: '',
  type: 'eletric',
  dueKind: 'none',
  dueDay: '',
  dueDate: '',
  boards: [],
  countFrom: 'cycle',
};

export const draftOf = ({ name, type, dueDate, boards }: Group): GroupDraft => ({
  ...newDraft,
  name,
  type,
  boards,
  ...(typeof dueDate === 'number' && { dueKind: 'day' as const, dueDay: String(dueDate) }),
  ...(typeof dueDate === 'string' && { dueKind: 'date' as const, dueDate }),
});

const dueOf = ({ dueKind, dueDay, dueDate }: GroupDraft): number | string | null => {
  if (dueKind === 'none') return null;
  return dueKind === 'day' ? Number(dueDay) : dueDate;
};

const creationOf = (draft: GroupDraft): BodyInput<typeof createGroup> => ({
  groupName: draft.name,
  groupType: draft.type,
  boardsMAC: draft.boards,
  dueDate: dueOf(draft),
  isEmpty: draft.boards.length === 0,
});

const changeOf = (group: Group, draft: GroupDraft): BodyInput<typeof editGroup> => ({
  group: {
    _id: group._id,
    name: draft.name,
    boards: draft.boards,
    dueDate: dueOf(draft),
    countFrom: draft.countFrom,
  },
});

export const useRefreshGroups = () => useOutdate(listGroups, readGroup);

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
