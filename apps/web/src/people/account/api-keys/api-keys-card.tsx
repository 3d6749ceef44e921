import { Button, TextInput } from '@mantine/core';
import {
  type ApiKey,
  editApiKey,
  KEY_WORDS,
  listApiKeys,
  revokeApiKey,
} from '@nascente/contract/connections/api-keys';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { figureOf } from '../../../shared/forms/fields/decimal-input.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useSending, wordsOf } from '../../../shared/forms/use-sending.ts';
import { CredentialsUntil } from '../../../shared/session-state/credentials-until.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import rows from '../../../shared/ui/marks/list-rows.module.css';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { SkeletonBlock } from '../../../shared/ui/page/skeleton.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import styles from '../account-section.module.css';
import { KeyRow } from './key-row.tsx';
import { NewApiKeyDialog } from './new-api-key-dialog.tsx';

interface KeyLimitDialogProps {
  apiKey: ApiKey;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** How many requests a minute a key may make: fewer than an Admin allows, or as many. */
const KeyLimitDialog = ({ apiKey, onSaved, onClose }: KeyLimitDialogProps) => {
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
  const save = async () => {
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

const keysQuery = queryFor(listApiKeys, {});

interface KeyListProps {
  onLimit: (apiKey: ApiKey) => void;
  onRevoke: (apiKey: ApiKey) => void;
}

const KeyList = ({ onLimit, onRevoke }: KeyListProps) => {
  const keys = useQuery(keysQuery);
  if (keys.data === undefined) return <Answer query={keys} rest={<SkeletonBlock height={96} />} />;
  if (keys.data.apiKeys.length === 0) return <p className={styles.text}>Nenhuma chave criada até agora.</p>;
  return (
    <ul className={classNames(rows.list, rows.acts)} aria-label="Chaves de API">
      {keys.data.apiKeys.map((apiKey) => (
        <KeyRow
          key={apiKey.id}
          apiKey={apiKey}
          onLimit={() => onLimit(apiKey)}
          onRevoke={() => onRevoke(apiKey)}
        />
      ))}
    </ul>
  );
};

interface RevokeDialogProps {
  apiKey: ApiKey;
  onRevoked: () => Promise<void>;
  onClose: () => void;
}

const RevokeDialog = ({ apiKey, onRevoked, onClose }: RevokeDialogProps) => {
  const revoke = async () => {
    await request(revokeApiKey, { params: { id: apiKey.id } });
    await onRevoked();
    onClose();
    announce('Chave revogada.');
  };
  return (
    <ConfirmDialog
      title={`Revogar ${apiKey.name}?`}
      confirm="Revogar"
      isDestructive
      onConfirm={revoke}
      onCancel={onClose}
    >
      <p>Os programas que usam esta chave deixam de ter acesso na mesma hora.</p>
    </ConfirmDialog>
  );
};

type Opened = { readonly about: 'limit' | 'revoking'; readonly apiKey: ApiKey };

/** Keys for programs: created, shown once, listed, limited, revoked. */
export const ApiKeysCard = () => {
  const queryClient = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
  const close = () => setOpened(null);
  return (
    <Card tour="account-keys" title="Chaves de API">
      <div className={styles.section}>
        <p className={styles.text}>
          Com uma chave, um programa seu faz o que você escolher para ela, sem a sua senha.
        </p>
        <CredentialsUntil className={styles.text} />
        <Button variant="default" onClick={() => setCreating(true)}>
          Criar chave de API
        </Button>
        <KeyList
          onLimit={(apiKey) => setOpened({ about: 'limit', apiKey })}
          onRevoke={(apiKey) => setOpened({ about: 'revoking', apiKey })}
        />
        <p className={styles.text}>Gateway, MQTT, calendário e planilha têm chaves próprias.</p>
        <TextLink to="/account/integrations">Ver integrações</TextLink>
      </div>
      {isCreating && <NewApiKeyDialog onCreated={() => void refresh()} onClose={() => setCreating(false)} />}
      {opened?.about === 'limit' && (
        <KeyLimitDialog apiKey={opened.apiKey} onSaved={refresh} onClose={close} />
      )}
      {opened?.about === 'revoking' && (
        <RevokeDialog apiKey={opened.apiKey} onRevoked={refresh} onClose={close} />
      )}
    </Card>
  );
};
