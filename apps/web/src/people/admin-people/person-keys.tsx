import { Button, TextInput } from '@mantine/core';
import {
  type ApiKey,
  allowKeyRate,
  KEY_WORDS,
  listKeysOfPerson,
} from '@nascente/contract/connections/api-keys';
import type { ListedPerson } from '@nascente/contract/people/admin-people';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { figureOf } from '../../shared/forms/fields/decimal-input.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { announce } from '../../shared/ui/snackbar.tsx';
import styles from './person-dialog.module.css';

const AllowedRate = ({ apiKey }: { apiKey: ApiKey }) => {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(String(apiKey.allowedPerMinute));
  const [fault, setFault] = useState<string | null>(null);
  const { start, isSending, failure } = useSending(async (allowedPerMinute: number) => {
    await request(allowKeyRate, { params: { id: apiKey.id }, body: { allowedPerMinute } });
    await queryClient.invalidateQueries({ queryKey: [listKeysOfPerson.name] });
    announce('Limite da chave alterado.', { tone: 'good' });
  });
  const save = () => {
    const checked = allowKeyRate.body.safeParse({ allowedPerMinute: figureOf(typed) });
    setFault(checked.success ? null : KEY_WORDS.rate);
    if (checked.success) void start(checked.data.allowedPerMinute);
  };
  return (
    <div className={styles.rate}>
      <TextInput
        label={`Pedidos por minuto de ${apiKey.name}`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={fault ?? (failure && wordsOf(failure))}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Button
        variant="default"
        loading={isSending}
        disabled={typed === String(apiKey.allowedPerMinute)}
        onClick={save}
      >
        Permitir
      </Button>
    </div>
  );
};

/** Up to how many requests a minute the owner of a key may have it make. */
export const PersonKeys = ({ person }: { person: ListedPerson }) => {
  const { data } = useQuery(queryFor(listKeysOfPerson, { params: { id: person._id } }));
  if (data === undefined || data.apiKeys.length === 0) return null;
  return (
    <div className={styles.access}>
      <p>Chaves de API: quantos pedidos por minuto cada uma pode fazer no máximo.</p>
      {data.apiKeys.map((apiKey) => (
        <AllowedRate key={apiKey.id} apiKey={apiKey} />
      ))}
    </div>
  );
};
