import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { typedPassword } from '@nascente/contract/person-fields';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { PasswordField } from '../../shared/forms/password-field.tsx';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import styles from './new-api-key-dialog.module.css';

const passwordForm = z.object({ password: typedPassword });

interface PasswordDialogProps {
  title: string;
  action: string;
  isDestructive?: boolean;
  /** Whether the person has seen what there is to be seen before. */
  isReady?: boolean;
  /** Does it; what it throws is told at the password. */
  onPassword: (password: string) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** Something so weighty that the password is asked once more. */
export const PasswordDialog = (props: PasswordDialogProps) => {
  const { title, action, isDestructive = false, isReady = true, onPassword, onClose, children } = props;
  const id = useId();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
  });
  const { start, isSending, failure } = useSending(onPassword);
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
          <Button
            type="submit"
            form={id}
            disabled={!isReady}
            loading={isSending}
            {...(isDestructive && { color: 'bad' })}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => void handleSubmit(({ password }) => start(password))(event)}
        noValidate
        aria-label={title}
      >
        <PasswordField
          {...register('password')}
          label="Sua senha"
          autoComplete="current-password"
          data-autofocus
          error={formState.errors.password?.message ?? (failure && wordsOf(failure))}
        />
      </form>
    </Dialog>
  );
};
