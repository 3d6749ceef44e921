import { Button, TextInput } from '@mantine/core';
import { type ApiKey, editApiKey, KEY_WORDS } from '@nascente/contract/api-keys';
import { useId, useState } from 'react';
import { request } from '../../../shared/api-client.ts';
import { useSending, wordsOf } from '../../../shared/forms/use-sending.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import styles from '../new-api-key-dialog.module.css';

interface KeyLimitDialogProps {
  apiKey: ApiKey;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** How many requests a minute a key may make: fewer than an Admin allows, or as many. */
export const KeyLimitDialog = ({ apiKey, onSaved, onClose }: KeyLimitDialogProps) => {
  const id = useId();
  const { name, allowedPerMinute } = apiKey;
  const [typed, setTyped] = useState(String(apiKey.perMinute));
  const [fault, setFault] = useState<string | null>(null);
  const { start, isSending, failure } = useSending(async (perMinute: number) => {
    const body = { perMinute: perMinute === allowedPerMinute ? null : perMinute };
    await request(editApiKey, { params: { id: apiKey.id }, body });
    await onSaved();
    onClose();
    announce('Limite alterado.', { tone: 'good' });
  });
  const save = () => {
    const checked = editApiKey.body.safeParse({
      perMinute: typed.trim() === '' ? Number.NaN : Number(typed),
    });
    setFault(checked.success ? null : KEY_WORDS.rate);
    if (checked.success && checked.data.perMinute !== null) void start(checked.data.perMinute);
  };
  return (
    <Dialog
      title={`Limite de ${name}`}
      onDismiss={onClose}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={id} loading={isSending}>
            Salvar
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        noValidate
        aria-label={`Limite de ${name}`}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          label="Pedidos por minuto"
          description={`Até ${allowedPerMinute.toLocaleString('pt-BR')}, como o administrador permite. Um programa que pede mais recebe a resposta 429 e espera.`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          error={fault ?? (failure && wordsOf(failure))}
          data-autofocus
        />
      </form>
    </Dialog>
  );
};
