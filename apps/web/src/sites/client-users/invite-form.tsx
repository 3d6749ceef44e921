import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { MeterChecklist } from '../../shared/boards/meter-checklist.tsx';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { EmailField } from '../../shared/forms/fields/email-field.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { showRefusals } from '../../shared/forms/show-refusals.ts';
import { labelOf, useSending } from '../../shared/forms/use-sending.ts';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { chosenTexts, useClientNoun } from './chosen-texts.ts';
import styles from './client-user-list.module.css';
import { emptyInvitation, invitationForm, type TypedInvitation, ways } from './invitation-schema.ts';
import { LinkDialog } from './link-dialog.tsx';
import { type HandedLink, useInvitations } from './use-invitations.ts';
import { isDuplicate } from './use-save-client-user.ts';

interface InviteFormProps {
  boards: readonly Board[];
  onDirty: (isDirty: boolean) => void;
}

export const InviteForm = ({ boards, onDirty }: InviteFormProps) => {
  const noun = useClientNoun();
  const { invite } = useInvitations();
  const [handed, setHanded] = useState<HandedLink | null>(null);
  const { register, handleSubmit, watch, setValue, setError, reset, formState } = useForm({
    resolver: zodResolver(invitationForm),
    defaultValues: emptyInvitation,
  });
  const { errors, isDirty } = formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const { start, isSending, failure } = useSending(async (typed: TypedInvitation) => {
    try {
      setHanded(await invite(typed));
      reset({ ...emptyInvitation, way: typed.way });
    } catch (refused) {
      if (isDuplicate(refused)) setError('email', { message: labelOf(refused) }, { shouldFocus: true });
      else if (!showRefusals(refused, ['name', 'email'], setError)) throw refused;
    }
  });
  const way = watch('way');
  return (
    <Form label={`Convidar ${noun.one}`} onSubmit={handleSubmit((typed) => start(typed))}>
      <FailureNotice failure={failure} />
      <div className={styles.way}>
        <Segmented
          label="Como enviar o convite"
          value={way}
          options={ways}
          onChange={(chosen) => setValue('way', chosen)}
        />
      </div>
      <TextInput {...register('name')} label="Nome" autoComplete="off" error={errors.name?.message} />
      {way === 'email' ? (
        <EmailField
          {...register('email')}
          description={`O ${noun.one} recebe um link e escolhe a própria senha.`}
          autoComplete="off"
          error={errors.email?.message}
        />
      ) : (
        <p>
          Você recebe um link para enviar ao {noun.one}, por mensagem ou como preferir. Quem abre o link se
          identifica e escolhe a própria senha.
        </p>
      )}
      <MeterChecklist
        legend={`Medidores que o ${noun.one} vê`}
        texts={chosenTexts(noun)}
        tour="clients-access"
        boards={boards}
        chosen={watch('boards')}
        onChange={(chosen) => setValue('boards', chosen, { shouldDirty: true })}
      />
      <FormActions submit={way === 'email' ? 'Enviar convite' : 'Criar link'} loading={isSending} />
      {handed !== null && <LinkDialog handed={handed} onClose={() => setHanded(null)} />}
      <LeaveGuard isUnsaved={isDirty} />
    </Form>
  );
};
