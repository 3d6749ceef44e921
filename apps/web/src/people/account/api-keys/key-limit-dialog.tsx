import { TextInput } from '@mantine/core';
import { type ApiKey, editApiKey, KEY_WORDS } from '@nascente/contract/connections/api-keys';
import { type SyntheticEvent, useState } from 'react';
import { request } from '../../../shared/api/api-client.ts';
import { figureOf } from '../../../shared/forms/fields/decimal-input.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useSending, wordsOf } from '../../../shared/forms/use-sending.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';

interface KeyLimitDialogProps {
  apiKey: ApiKey;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** How many requests a minute a key may make: fewer than an Admin allows, or as many. */
export const KeyLimitDialog = ({ apiKey, onSaved, onClose }: KeyLimitDialogProps) => {
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
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    const checked = editApiKey.body.safeParse({
      perMinute: figureOf(typed) ?? Number.NaN,
    });
    setFault(checked.success ? null : KEY_WORDS.rate);
    if (checked.success && checked.data.perMinute !== null) await start(checked.data.perMinute);
  };
  return (
    <FormDialog
      title={`Limite de ${name}`}
      action="Salvar"
      isSending={isSending}
      onSubmit={save}
      onClose={onClose}
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
    </FormDialog>
  );
};
