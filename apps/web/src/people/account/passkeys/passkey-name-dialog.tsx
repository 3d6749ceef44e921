import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from '@mantine/core';
import { renamePasskey } from '@nascente/contract/people/passkeys';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useSending, wordsOf } from '../../../shared/forms/use-sending.ts';

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
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(renamePasskey.body),
    defaultValues: { name },
  });
  const { start, isSending, failure } = useSending((body: { name: string }) => onNamed(body.name));
  return (
    <FormDialog
      title={title}
      action={action}
      isSending={isSending}
      onSubmit={handleSubmit((body) => start(body))}
      onClose={onClose}
      above={children}
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
    </FormDialog>
  );
};
