import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { renamePasskey } from '@nascente/contract/passkeys';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { useSending, wordsOf } from '../../../shared/forms/use-sending.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import styles from '../second-step/second-step.module.css';

interface PasskeyNameDialogProps {
  title: string;
  action: string;
  name: string;
  onNamed: (name: string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}

/** How a key is told from the others. */
export const PasskeyNameDialog = (props: PasskeyNameDialogProps) => {
  const { title, action, name, onNamed, onClose, children } = props;
  const id = useId();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(renamePasskey.body),
    defaultValues: { name },
  });
  const { start, isSending, failure } = useSending((body: { name: string }) => onNamed(body.name));
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
          <Button type="submit" form={id} loading={isSending}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => void handleSubmit((body) => start(body))(event)}
        noValidate
        aria-label={title}
      >
        <TextInput
          {...register('name')}
          label="Nome da chave"
          description="Para reconhecê-la na lista, como 'Celular' ou 'Chaveiro do escritório'."
          maxLength={60}
          autoComplete="off"
          data-autofocus
          error={formState.errors.name?.message ?? (failure && wordsOf(failure))}
        />
      </form>
    </Dialog>
  );
};
