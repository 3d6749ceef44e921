import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import type { ClientUser } from '@nascente/contract/sites/client-users';
import type { Board } from '@nascente/contract/sites/meters';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { MeterChecklist } from '../../shared/boards/meter-checklist.tsx';
import { useToday } from '../../shared/consumption/use-now.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { fieldOf } from '../../shared/forms/field-of.ts';
import { EARLIEST_BIRTH } from '../../shared/forms/fields/birth.ts';
import { DateField } from '../../shared/forms/fields/date-input.tsx';
import { EmailField } from '../../shared/forms/fields/email-field.tsx';
import { PasswordField } from '../../shared/forms/fields/password-field.tsx';
import { PasswordStrength } from '../../shared/forms/fields/password-strength.tsx';
import { PictureField } from '../../shared/forms/fields/picture-field.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { showRefusals } from '../../shared/forms/show-refusals.ts';
import { labelOf, useSending } from '../../shared/forms/use-sending.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { chosenTexts, useClientNoun } from './chosen-texts.ts';
import { clientUserForm, newTyped, type TypedClientUser, typedOf } from './client-user-schema.ts';
import { isDuplicate, useSaveClientUser } from './use-save-client-user.ts';

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
  const [requested, setAsked] = useState<TypedClientUser | null>(null);
  const { register, handleSubmit, watch, setValue, setError, reset, formState } = useForm({
    resolver: zodResolver(clientUserForm(today, editing !== null)),
    defaultValues: editing === null ? newTyped(today) : typedOf(editing),
  });
  const field = fieldOf({ register, formState });
  const { errors, isDirty } = formState;
  const password = watch('password');
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const { start, isSending, failure } = useSending(async (typed: TypedClientUser) => {
    try {
      await save(typed);
      reset(typed);
      onDone();
    } catch (refused) {
      if (isDuplicate(refused)) setError('email', { message: labelOf(refused) }, { shouldFocus: true });
      else if (!showRefusals(refused, FIELDS, setError)) throw refused;
    } finally {
      setAsked(null);
    }
  });
  return (
    <Form
      hasOptional
      label={editing === null ? `Novo ${noun.one}` : `Editar ${editing.name}`}
      onSubmit={handleSubmit(setAsked)}
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
      {requested !== null && (
        <ConfirmDialog
          title={editing === null ? 'Confirmar Cadastro?' : 'Realizar alterações?'}
          onConfirm={() => start(requested)}
          onCancel={() => setAsked(null)}
        >
          {requested.name} verá{' '}
          {requested.boards.length === 1 ? '1 medidor' : `${requested.boards.length} medidores`}.
        </ConfirmDialog>
      )}
      <LeaveGuard isUnsaved={isDirty} />
    </Form>
  );
};
