import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { typedPassword } from '@nascente/contract/person-fields';
import { typedCode } from '@nascente/contract/second-step';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { PasswordField } from '../../../shared/forms/password-field.tsx';
import { showRefusals } from '../../../shared/forms/show-refusals.ts';
import { useSending, wordsOf } from '../../../shared/forms/use-sending.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import styles from './second-step.module.css';

const confirmedForm = z.object({ password: typedPassword, code: typedCode });
type Confirmed = z.output<typeof confirmedForm>;

interface ConfirmedDialogProps {
  title: string;
  action: string;
  isDestructive?: boolean;
  onConfirmed: (typed: Confirmed) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** Something that password and code are asked for together. */
export const ConfirmedDialog = (props: ConfirmedDialogProps) => {
  const { title, action, isDestructive = false, onConfirmed, onClose, children } = props;
  const id = useId();
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(confirmedForm),
    defaultValues: { password: '', code: '' },
  });
  const { start, isSending, failure } = useSending(async (typed: Confirmed) => {
    try {
      await onConfirmed(typed);
    } catch (refused) {
      if (!showRefusals(refused, ['password', 'code'], setError)) throw refused;
    }
  });
  return (
    <Dialog
      title={title}
      onDismiss={onClose}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={id} loading={isSending} {...(isDestructive && { color: 'bad' })}>
            {action}
          </Button>
        </>
      }
    >
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      {children}
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => void handleSubmit((typed) => start(typed))(event)}
        noValidate
        aria-label={title}
      >
        <PasswordField
          {...register('password')}
          label="Sua senha"
          autoComplete="current-password"
          data-autofocus
          error={formState.errors.password?.message}
        />
        <TextInput
          {...register('code')}
          label="Código de verificação"
          description="Do aplicativo autenticador, ou um código de reserva."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.code?.message}
        />
      </form>
    </Dialog>
  );
};
