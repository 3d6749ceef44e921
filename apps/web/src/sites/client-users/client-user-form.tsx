import { Button, TextInput } from '@mantine/core';
import type { BodyInput } from '@nascente/contract/base/call';
import { picture } from '@nascente/contract/base/person-fields';
import {
  type ClientUser,
  createClientUser,
  editClientUser,
  listClientUsers,
  newClientUser,
} from '@nascente/contract/sites/client-users';
import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod/mini';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { MeterChecklist } from '../../shared/boards/meter-checklist.tsx';
import { useToday } from '../../shared/consumption/use-now.ts';
import { countedText } from '../../shared/counted-text.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { EARLIEST_BIRTH, isBirthField, toBirth, toDateField } from '../../shared/forms/fields/birth.ts';
import { DateField } from '../../shared/forms/fields/date-input.tsx';
import { EmailField } from '../../shared/forms/fields/email-field.tsx';
import { PasswordField } from '../../shared/forms/fields/password-field.tsx';
import { PasswordStrength } from '../../shared/forms/fields/password-strength.tsx';
import { PictureField } from '../../shared/forms/fields/picture-field.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { announce } from '../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import { chosenTexts, useClientNoun } from './chosen-texts.ts';

export const clientUsersQuery = queryFor(listClientUsers, {});

const { name, email, password } = newClientUser.shape;

const isEmptyOrAccepted = (typed: string) => typed === '' || password.safeParse(typed).success;

/** Form values; an empty password keeps the present one. */
const clientUserForm = (today: CivilDate, isEditing: boolean) =>
  z.object({
    name,
    email,
    password: isEditing
      ? z.string().check(z.refine(isEmptyOrAccepted, 'A senha precisa ter pelo menos 8 caracteres.'))
      : password,
    birth: z.string().check(z.refine((field) => isBirthField(field, today), 'Data de nascimento inválida.')),
    boards: z.array(z.string()),
    pictureUrl: picture,
  });

type TypedClientUser = z.output<ReturnType<typeof clientUserForm>>;

/** @param today - the specification's default of the birth date (section 3) */
const newTyped = (today: CivilDate): TypedClientUser => ({
  name: '',
  email: '',
  password: '',
  birth: today,
  boards: [],
  pictureUrl: null,
});

const typedOf = (client: ClientUser): TypedClientUser => ({
  name: client.name,
  email: client.email,
  password: '',
  birth: toDateField(client.birth),
  boards: client.boards,
  pictureUrl: client.pictureUrl,
});

const creationOf = (typed: TypedClientUser): BodyInput<typeof createClientUser> => ({
  name: typed.name,
  email: typed.email,
  password: typed.password,
  birth: toBirth(typed.birth),
  boards: typed.boards,
  ...(typed.pictureUrl !== null && { pictureUrl: typed.pictureUrl }),
});

/** The picture is sent only when changed, the password only when typed. */
const changeOf = (client: ClientUser, typed: TypedClientUser): BodyInput<typeof editClientUser> => ({
  _id: client._id,
  name: typed.name,
  email: typed.email,
  birth: toBirth(typed.birth),
  boards: typed.boards,
  ...(typed.password !== '' && { password: typed.password }),
  ...(typed.pictureUrl !== client.pictureUrl && { pictureUrl: typed.pictureUrl }),
});

const useSaveClientUser = (editing: ClientUser | null) => {
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

const FIELDS = ['name', 'email', 'password', 'birth', 'pictureUrl'] as const;

interface ClientUserFormProps {
  editing: ClientUser | null;
  boards: readonly Board[];
  onDirty: (isDirty: boolean) => void;
  /** Called after saving or cancelling: the form resets. */
  onDone: () => void;
}

export const ClientUserForm = ({ editing, boards, onDirty, onDone }: ClientUserFormProps) => {
  const noun = useClientNoun();
  const setsAccess = useMay('create-client-users');
  const today = useToday(DEFAULT_ZONE);
  const save = useSaveClientUser(editing);
  const { ask, question } = useQuestion();
  const { field, handleSubmit, start, watch, setValue, formState, isSending, failure } = useCallForm({
    schema: clientUserForm(today, editing !== null),
    defaultValues: editing === null ? newTyped(today) : typedOf(editing),
    refusable: FIELDS,
    unique: 'email',
    send: async (typed, { reset }) => {
      await save(typed);
      reset(typed);
      onDone();
    },
  });
  const { errors, isDirty } = formState;
  const password = watch('password');
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const askSaving = (typed: TypedClientUser) =>
    ask({
      title: editing === null ? 'Confirmar Cadastro?' : 'Realizar alterações?',
      isDestructive: false,
      text: `${typed.name} verá ${countedText(typed.boards.length, 'medidor', 'medidores')}.`,
      call: () => start(typed),
    });
  return (
    <Form
      hasOptional
      label={editing === null ? `Novo ${noun.one}` : `Editar ${editing.name}`}
      onSubmit={handleSubmit(askSaving)}
    >
      <FailureNotice failure={failure} />
      <PictureField
        label="Foto"
        value={watch('pictureUrl')}
        error={errors.pictureUrl?.message}
        onChange={(picture) => setValue('pictureUrl', picture, { shouldDirty: true })}
      />
      <TextInput {...field('name')} label="Nome" autoComplete="off" />
      {setsAccess && (
        <>
          <EmailField {...field('email')} autoComplete="off" />
          <PasswordField
            {...field('password', editing === null ? 'Senha' : 'Nova senha')}
            {...(editing !== null && { description: 'Deixe em branco para manter a senha atual.' })}
            autoComplete="new-password"
          />
          {(editing === null || password !== '') && <PasswordStrength password={password} />}
        </>
      )}
      <DateField {...field('birth', 'Data de nascimento (opcional)')} min={EARLIEST_BIRTH} max={today} />
      <MeterChecklist
        legend={`Medidores que o ${noun.one} vê`}
        texts={chosenTexts(noun)}
        tour="clients-access"
        boards={boards}
        chosen={watch('boards')}
        onChange={(chosen) => setValue('boards', chosen, { shouldDirty: true })}
      />
      <FormActions
        state={isDirty && 'Há alterações não salvas.'}
        submit={editing === null ? 'Cadastrar' : 'Salvar alterações'}
        loading={isSending}
      >
        {editing !== null && (
          <Button variant="default" onClick={onDone}>
            Cancelar
          </Button>
        )}
      </FormActions>
      {question}
      <LeaveGuard isUnsaved={isDirty} />
    </Form>
  );
};
