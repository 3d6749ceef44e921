import { zodResolver } from '@hookform/resolvers/zod';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useToday } from '../../shared/consumption/use-now.ts';
import { fieldOf } from '../../shared/forms/field-of.ts';
import { EARLIEST_BIRTH } from '../../shared/forms/fields/birth.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { showRefusals } from '../../shared/forms/show-refusals.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { AccountPictures } from './account-pictures.tsx';
import { accountForm, changeOf, genders, type TypedAccount, typedAccountOf } from './account-schema.ts';
import { useSaveAccount } from './use-save-account.ts';

const FIELDS = [
  'firstName',
  'lastName',
  'gender',
  'birth',
  'pictureUrl',
  'labelManager',
  'logoPartner',
] as const;

/** What a person may change of the own account; it is asked once more before it is saved. */
export const AccountForm = () => {
  const user = useUser();
  const today = useToday(DEFAULT_ZONE);
  const save = useSaveAccount();
  const [asked, setAsked] = useState<TypedAccount | null>(null);
  const form = useForm({ resolver: zodResolver(accountForm(today)), defaultValues: typedAccountOf(user) });
  const { handleSubmit, reset, setError, formState } = form;
  const { isDirty } = formState;
  const field = fieldOf(form);
  const { start, isSending } = useSending(async (typed: TypedAccount) => {
    try {
      reset(typedAccountOf(await save(changeOf(user, typed))));
    } catch (failure) {
      showRefusals(failure, FIELDS, setError);
    } finally {
      setAsked(null);
    }
  });
  return (
    <Form label="Dados pessoais" onSubmit={handleSubmit(setAsked)}>
      <AccountPictures form={form} user={user} />
      <TextInput {...field('firstName')} label="Nome" autoComplete="given-name" />
      <TextInput {...field('lastName')} label="Sobrenome" autoComplete="family-name" />
      <TextInput
        label="E-mail"
        type="email"
        value={user.email}
        readOnly
        description="O e-mail identifica a conta e não pode ser alterado."
      />
      <NativeSelect {...field('gender')} label="Gênero" data={[...genders]} />
      <TextInput
        {...field('birth')}
        type="date"
        label="Data de nascimento"
        min={EARLIEST_BIRTH}
        max={today}
        autoComplete="bday"
      />
      <FormActions state={isDirty ? 'Há alterações não salvas.' : 'Tudo salvo.'}>
        <Button type="submit" disabled={!isDirty} loading={isSending}>
          Confirmar alterações
        </Button>
      </FormActions>
      {asked !== null && (
        <ConfirmDialog
          title="Confirmar alterações?"
          isSending={isSending}
          onConfirm={() => start(asked)}
          onCancel={() => setAsked(null)}
        >
          Os novos dados passam a valer na sua conta.
        </ConfirmDialog>
      )}
      <LeaveGuard isUnsaved={isDirty} />
    </Form>
  );
};
