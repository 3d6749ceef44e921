import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import type { Group } from '@nascente/contract/sites/groups';
import type { Board } from '@nascente/contract/sites/meters';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { MeterChecklist } from '../../shared/boards/meter-checklist.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { DueFields } from './due-fields.tsx';
import { type CountFrom, draftOf, type GroupDraft, groupForm, newDraft } from './group-draft.ts';
import styles from './group-form.module.css';
import type { GroupType } from './group-words.ts';
import { useSaveGroup } from './use-save-group.ts';

const TYPES = [
  { value: 'eletric', text: 'Energia' },
  { value: 'water', text: 'Água' },
] as const satisfies readonly { value: GroupType; text: string }[];

const COUNT_FROM = [
  { value: 'cycle', text: 'Do ciclo atual' },
  { value: 'installation', text: 'De toda a medição' },
] as const satisfies readonly { value: CountFrom; text: string }[];

const CHOSEN = { name: 'Medidores do grupo', none: 'Sem medidores: o grupo fica vazio por enquanto.' };

const isDuplicate = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && failure.type === 'duplicate';

interface GroupFormProps {
  /** What is edited; null for a new one. */
  readonly editing: Group | null;
  readonly boards: readonly Board[];
}

export const GroupForm = ({ editing, boards }: GroupFormProps) => {
  const save = useSaveGroup(editing);
  const navigate = useNavigate();
  const { register, handleSubmit, watch, setValue, setError, formState } = useForm<GroupDraft>({
    resolver: zodResolver(groupForm),
    defaultValues: editing === null ? newDraft : draftOf(editing),
  });
  const { errors, isDirty } = formState;
  const { start, isSending, failure } = useSending(async (draft: GroupDraft) => {
    try {
      const id = await save(draft);
      await navigate(`/groups/${id}`, { replace: true });
    } catch (refused) {
      if (!isDuplicate(refused)) throw refused;
      setError('name', { message: wordsOf(refused) }, { shouldFocus: true });
    }
  });
  const draft = watch();
  const added = draft.boards.filter((mac) => editing !== null && !editing.boards.includes(mac)).length;
  const dirty = { shouldDirty: true };
  return (
    <Form label={editing === null ? 'Novo grupo' : `Editar ${editing.name}`} onSubmit={handleSubmit(start)}>
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <TextInput {...register('name')} label="Nome" autoComplete="off" error={errors.name?.message} />
      {editing === null && (
        <div className={styles.field}>
          <span className={styles.label} aria-hidden="true">
            Tipo
          </span>
          <Segmented
            label="Tipo"
            value={draft.type}
            options={TYPES}
            onChange={(type) => {
              setValue('type', type, dirty);
              setValue('boards', [], dirty);
            }}
          />
        </div>
      )}
      <DueFields
        kind={draft.dueKind}
        onKind={(kind) => setValue('dueKind', kind, dirty)}
        register={register}
        errors={errors}
      />
      <MeterChecklist
        legend="Medidores"
        words={CHOSEN}
        boards={boards.filter(({ type }) => type === draft.type)}
        chosen={draft.boards}
        onChange={(chosen) => setValue('boards', chosen, dirty)}
      />
      {added > 0 && (
        <div className={styles.field}>
          <span className={styles.label}>O que os medidores incluídos contam</span>
          <Segmented
            label="O que os medidores incluídos contam"
            value={draft.countFrom}
            options={COUNT_FROM}
            onChange={(countFrom) => setValue('countFrom', countFrom, dirty)}
          />
          <span className={styles.help}>
            Os retirados deixam no grupo o que mediram até ontem, a não ser que tenham entrado hoje.
          </span>
        </div>
      )}
      <FormActions state={isDirty && 'Há alterações não salvas.'}>
        <Button
          variant="default"
          component={Link}
          to={editing === null ? '/groups' : `/groups/${editing._id}`}
        >
          Cancelar
        </Button>
        <Button type="submit" loading={isSending}>
          {editing === null ? 'Criar grupo' : 'Salvar alterações'}
        </Button>
      </FormActions>
      <LeaveGuard isUnsaved={isDirty && !isSending} />
    </Form>
  );
};
