import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { generateToken } from '@nascente/contract/api-keys';
import { may } from '@nascente/domain/people/permissions';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { request } from '../../shared/api-client.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/signed-in.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import styles from './new-api-key-dialog.module.css';
import { NewKey } from './new-key.tsx';

interface NewApiKeyDialogProps {
  onCreated: () => void;
  onClose: () => void;
}

/** Name and reach of a new key; then the key itself, this once. */
export const NewApiKeyDialog = ({ onCreated, onClose }: NewApiKeyDialogProps) => {
  const id = useId();
  const { profile } = useUser();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(generateToken.body),
    defaultValues: { name: '', write: false },
  });
  const [token, setToken] = useState<string | null>(null);
  const { start, isSending, failure } = useSending(async (body: { name: string; write: boolean }) => {
    const { data } = await request(generateToken, { body });
    setToken(data.token);
    onCreated();
  });
  if (token !== null) return <NewKey token={token} onClose={onClose} />;
  return (
    <Dialog
      title="Nova chave de acesso"
      onDismiss={onClose}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={id} loading={isSending}>
            Criar chave
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => void handleSubmit((body) => start(body))(event)}
        noValidate
        aria-label="Nova chave de acesso"
      >
        <TextInput
          {...register('name')}
          label="Nome"
          description="Para reconhecê-la na lista, como 'Planilha do escritório'."
          maxLength={60}
          autoComplete="off"
          error={formState.errors.name?.message ?? (failure && wordsOf(failure))}
          data-autofocus
        />
        {may(profile, 'create-writing-api-key') && (
          <Checkbox
            {...register('write')}
            label="Permitir alterações"
            description="Sem isto, a chave somente lê."
          />
        )}
      </form>
    </Dialog>
  );
};
