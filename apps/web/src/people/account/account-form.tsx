import { NativeSelect, TextInput } from '@mantine/core';
import type { BodyInput } from '@nascente/contract/base/call';
import { lastName, picture, requiredName } from '@nascente/contract/base/person-fields';
import { type AccountChange, accountSeen, editSelf } from '@nascente/contract/people/account';
import type { User } from '@nascente/contract/people/session';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import { request } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { EARLIEST_BIRTH, isBirthField, toBirth, toDateField } from '../../shared/forms/fields/birth.ts';
import { DateField } from '../../shared/forms/fields/date-input.tsx';
import { PictureField } from '../../shared/forms/fields/picture-field.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { useSeen } from '../../shared/forms/use-seen.ts';
import { signedInQuery, useUser } from '../../shared/session-state/signed-in.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { initialsOf } from '../../shared/ui/page/avatar.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import styles from './account-section.module.css';

/** Form values; an empty gender or birth is none. */
const accountForm = (today: CivilDate) =>
  z.object({
    firstName: requiredName(),
    lastName,
    gender: z.enum(['', 'Male', 'Female', 'Other']),
    birth: z.string().check(z.refine((field) => isBirthField(field, today), 'Data de nascimento inválida.')),
    pictureUrl: picture,
    labelManager: picture,
    logoPartner: picture,
  });
type TypedAccount = z.input<ReturnType<typeof accountForm>>;

const genders = [
  { value: '', label: 'Não informado' },
  { value: 'Male', label: 'Masculino' },
  { value: 'Female', label: 'Feminino' },
  { value: 'Other', label: 'Outro' },
] as const;

const typedAccountOf = (user: User): TypedAccount => ({
  firstName: user.firstName,
  lastName: user.lastName,
  gender: user.gender ?? '',
  birth: toDateField(user.birth),
  pictureUrl: user.pictureUrl,
  labelManager: user.labelManager,
  logoPartner: user.logoPartner,
});

/** Only changed pictures are sent, and only a person with a logo field can change the logo. */
const changeOf = (user: User, typed: TypedAccount): BodyInput<typeof editSelf> => {
  const change = {
    _id: user._id,
    firstName: typed.firstName,
    lastName: typed.lastName,
    accountType: user.accountType,
    gender: typed.gender === '' ? null : typed.gender,
    birth: toBirth(typed.birth),
    ...(typed.pictureUrl !== user.pictureUrl && { pictureUrl: typed.pictureUrl }),
    ...(typed.labelManager !== user.labelManager && { labelManager: typed.labelManager }),
    ...(typed.logoPartner !== user.logoPartner && { logoPartner: typed.logoPartner }),
  } satisfies Partial<Record<keyof AccountChange, unknown>>;
  return change;
};

interface AccountPicturesProps {
  form: UseFormReturn<TypedAccount>;
  user: User;
}

/** The photo; for a Manager the company logo in the header, for a partner the logo in the drawer. */
const AccountPictures = ({ form, user }: AccountPicturesProps) => {
  const [pictureUrl, labelManager, logoPartner] = useWatch({
    control: form.control,
    name: ['pictureUrl', 'labelManager', 'logoPartner'],
  });
  const { errors } = form.formState;
  return (
    <div className={styles.pictures}>
      <PictureField
        label="Foto do perfil"
        value={pictureUrl}
        placeholder={<span aria-hidden="true">{initialsOf(user)}</span>}
        error={errors.pictureUrl?.message}
        onChange={(picture) => form.setValue('pictureUrl', picture, { shouldDirty: true })}
      />
      {may(user.profile, 'upload-company-logo') && (
        <PictureField
          label="Logotipo da empresa"
          help="Aparece no topo das telas."
          value={labelManager}
          shape="wide"
          placeholder={<Icon name="image" size={24} />}
          error={errors.labelManager?.message}
          onChange={(picture) => form.setValue('labelManager', picture, { shouldDirty: true })}
        />
      )}
      {may(user.profile, 'upload-partner-logo') && (
        <PictureField
          label="Logotipo de parceiro"
          help="Aparece no menu, na sua conta e nas contas que você trouxe."
          value={logoPartner}
          shape="wide"
          placeholder={<Icon name="image" size={24} />}
          error={errors.logoPartner?.message}
          onChange={(picture) => form.setValue('logoPartner', picture, { shouldDirty: true })}
        />
      )}
    </div>
  );
};

const FAILED = 'Erro no pedido, tente novamente mais tarde';
const EXPIRED = 'Sessão expirada. Logue novamente.';

/** Saves the change and reports the result in the words of spec.md, section 8. */
const useSaveAccount = () => {
  const queryClient = useQueryClient();
  const saveSeen = useSeen(accountSeen(useUser()));
  return async (body: BodyInput<typeof editSelf>): Promise<User> => {
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

const FIELDS = [
  'firstName',
  'lastName',
  'gender',
  'birth',
  'pictureUrl',
  'labelManager',
  'logoPartner',
] as const;

export const AccountForm = () => {
  const user = useUser();
  const today = useToday(DEFAULT_ZONE);
  const save = useSaveAccount();
  const { ask, question } = useQuestion();
  const form = useCallForm({
    schema: accountForm(today),
    defaultValues: typedAccountOf(user),
    refusable: FIELDS,
    send: async (typed, { reset }) => reset(typedAccountOf(await save(changeOf(user, typed)))),
  });
  const { field, handleSubmit, start, isSending } = form;
  const { isDirty } = form.formState;
  const askSaving = (typed: TypedAccount) =>
    ask({
      title: 'Confirmar alterações?',
      isDestructive: false,
      text: 'Os novos dados passam a valer na sua conta.',
      call: () => start(typed),
    });
  return (
    <Form label="Dados pessoais" onSubmit={handleSubmit(askSaving)}>
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
      <DateField
        {...field('birth', 'Data de nascimento')}
        min={EARLIEST_BIRTH}
        max={today}
        autoComplete="bday"
      />
      <FormActions
        state={isDirty ? 'Há alterações não salvas.' : 'Tudo salvo.'}
        submit="Confirmar alterações"
        disabled={!isDirty}
        loading={isSending}
      />
      {question}
      <LeaveGuard isUnsaved={isDirty} />
    </Form>
  );
};
