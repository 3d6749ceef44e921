import { Button, TextInput } from '@mantine/core';
import { type Group, readGroup } from '@nascente/contract/sites/groups';
import type { Board } from '@nascente/contract/sites/meters';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { MeterChecklist } from '../../shared/boards/meter-checklist.tsx';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { fieldOf } from '../../shared/forms/field-of.ts';
import { DateField } from '../../shared/forms/fields/date-input.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonFields } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { UtilityToggle } from '../../shared/ui/unit-toggle.tsx';
import styles from './group-form.module.css';
import { GROUPS_FALLBACK } from './share-row.tsx';
import { draftOf, type GroupDraft, groupForm, newDraft, useSaveGroup } from './use-save-group.ts';

const KINDS = [
  { value: 'none', text: 'Não tem' },
  { value: 'day', text: 'Todo mês' },
  { value: 'date', text: 'Uma data' },
] as const satisfies readonly { value: GroupDraft['dueKind']; text: string }[];

/** The due date of the group's share: monthly, once, or none. */
const DueFields = ({ form }: { readonly form: UseFormReturn<GroupDraft> }) => {
  const field = fieldOf(form);
  const kind = form.watch('dueKind');
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden="true">
        Vencimento
      </span>
      <Segmented
        label="Vencimento"
        value={kind}
        options={KINDS}
        onChange={(chosen) => form.setValue('dueKind', chosen, { shouldDirty: true })}
      />
      {kind === 'day' && (
        <TextInput
          {...field('dueDay', 'Dia do mês', 'Em meses mais curtos vale o último dia.')}
          inputMode="numeric"
          maxLength={2}
        />
      )}
      {kind === 'date' && <DateField {...field('dueDate', 'Data do vencimento')} />}
    </div>
  );
};

const COUNT_FROM = [
  { value: 'cycle', text: 'Do ciclo atual' },
  { value: 'installation', text: 'De toda a medição' },
] as const satisfies readonly { value: GroupDraft['countFrom']; text: string }[];

const CHOSEN = { name: 'Medidores do grupo', none: 'Sem medidores: o grupo fica vazio por enquanto.' };

const GroupForm = ({ editing, boards }: { editing: Group | null; boards: readonly Board[] }) => {
  const save = useSaveGroup(editing);
  const navigate = useNavigate();
  const form = useCallForm({
    schema: groupForm,
    defaultValues: editing === null ? newDraft : draftOf(editing),
    unique: 'name',
    send: async (typed) => {
      const id = await save(typed);
      await navigate(`/groups/${id}`, { replace: true });
    },
  });
  const { field, submit, watch, setValue, isSending, failure } = form;
  const { isDirty } = form.formState;
  const draft = watch();
  const added = draft.boards.filter((mac) => editing !== null && !editing.boards.includes(mac)).length;
  const dirty = { shouldDirty: true };
  return (
    <Form label={editing === null ? 'Novo grupo' : `Editar ${editing.name}`} onSubmit={submit}>
      <FailureNotice failure={failure} />
      <TextInput {...field('name', 'Nome')} autoComplete="off" />
      {editing === null && (
        <div className={styles.field}>
          <span className={styles.label} aria-hidden="true">
            Tipo
          </span>
          <UtilityToggle
            label="Tipo"
            value={draft.type}
            onChange={(type) => {
              setValue('type', type, dirty);
              setValue('boards', [], dirty);
            }}
          />
        </div>
      )}
      <DueFields form={form} />
      <MeterChecklist
        legend="Medidores"
        texts={CHOSEN}
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
      <FormActions
        state={isDirty && 'Há alterações não salvas.'}
        submit={editing === null ? 'Criar grupo' : 'Salvar alterações'}
        loading={isSending}
      >
        <Button
          variant="default"
          component={Link}
          to={editing === null ? '/groups' : `/groups/${editing._id}`}
        >
          Cancelar
        </Button>
      </FormActions>
      <LeaveGuard isUnsaved={isDirty && !isSending} />
    </Form>
  );
};

const Editing = ({ title, group }: { readonly title: string; readonly group: Group | null }) => {
  const meters = useQuery(metersQuery);
  return (
    <Page title={title}>
      <Card title={group === null ? 'Sobre o grupo' : group.name} span={8}>
        <Answer query={meters} rest={<SkeletonFields fields={4} />} absent={GROUPS_FALLBACK}>
          {({ installationsMeter }) => <GroupForm editing={group} boards={installationsMeter} />}
        </Answer>
      </Card>
    </Page>
  );
};

/** /groups/new */
export const NewGroupPage = () => {
  if (!useMay('edit-groups')) return <Navigate to="/groups" replace />;
  return <Editing title="Novo grupo" group={null} />;
};

/** /groups/:id/edit */
export const EditGroupPage = () => {
  const { id = '' } = useParams();
  const mayEditGroups = useMay('edit-groups');
  const query = useQuery(queryFor(readGroup, { params: { id }, query: {} }));
  if (!mayEditGroups) return <Navigate to={`/groups/${id}`} replace />;
  if (query.data !== undefined) return <Editing key={id} title="Editar grupo" group={query.data.group} />;
  return (
    <Page title="Editar grupo">
      <Card span={8}>
        <Answer query={query} rest={<SkeletonFields fields={4} />} absent={GROUPS_FALLBACK} />
      </Card>
    </Page>
  );
};
