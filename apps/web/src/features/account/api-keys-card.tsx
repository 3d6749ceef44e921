import { Button } from '@mantine/core';
import { type ApiKey, listApiKeys, revokeApiKey } from '@nascente/contract/api-keys';
import { civilDateAt } from '@nascente/domain/time/civil-day';
import { DEFAULT_ZONE, instant } from '@nascente/domain/time/zone';
import { formatAgo, formatDay } from '@nascente/domain/units/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../shared/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Card } from '../../shared/ui/card.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import rows from '../../shared/ui/list-rows.module.css';
import { Loading, SkeletonBlock } from '../../shared/ui/skeleton.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import styles from './account-section.module.css';
import { NewApiKeyDialog } from './new-api-key-dialog.tsx';

const keysQuery = queryFor(listApiKeys, {});
const MINUTE_MS = 60_000;

const KeyRow = ({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) => {
  const now = useNow(MINUTE_MS);
  const { name, prefix, write, createdAt, lastUsed } = apiKey;
  const created = formatDay(civilDateAt(instant(Date.parse(createdAt)), DEFAULT_ZONE));
  return (
    <li>
      <div className={rows.about}>
        <span className={rows.tags}>
          <b>{name}</b>
          <Tag>{write ? 'Leitura e escrita' : 'Somente leitura'}</Tag>
        </span>
        <small>
          <code>{prefix}…</code> · criada em {created} ·{' '}
          {lastUsed === null ? 'nunca usada' : `usada ${formatAgo(now - Date.parse(lastUsed))}`}
        </small>
      </div>
      <Button
        className={styles.end ?? ''}
        variant="subtle"
        color="bad"
        size="sm"
        aria-label={`Revogar ${name}`}
        onClick={onRevoke}
      >
        Revogar
      </Button>
    </li>
  );
};

const KeyList = ({ onRevoke }: { onRevoke: (apiKey: ApiKey) => void }) => {
  const keys = useQuery(keysQuery);
  if (keys.isError) {
    return <ErrorState failure={keys.error} onRetry={keys.refetch} retrying={keys.isFetching} />;
  }
  if (keys.data === undefined) {
    return (
      <Loading>
        <SkeletonBlock height={96} />
      </Loading>
    );
  }
  if (keys.data.apiKeys.length === 0) return <p className={styles.text}>Nenhuma chave criada até agora.</p>;
  return (
    <ul className={classNames(rows.list, rows.acts)} aria-label="Chaves de acesso">
      {keys.data.apiKeys.map((apiKey) => (
        <KeyRow key={apiKey.id} apiKey={apiKey} onRevoke={() => onRevoke(apiKey)} />
      ))}
    </ul>
  );
};

/** Keys for programs: created, shown once, listed, revoked. */
export const ApiKeysCard = () => {
  const queryClient = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
  const { start, isSending, failure, forget } = useSending(async (apiKey: ApiKey) => {
    await request(revokeApiKey, { params: { id: apiKey.id } });
    await refresh();
    setRevoking(null);
    announce('Chave revogada.');
  });
  return (
    <Card tour="account-keys" title="Chaves de acesso" qualifier="API">
      <div className={styles.section}>
        <p className={styles.text}>
          Com uma chave, um programa seu lê os mesmos medidores que você, sem a sua senha.
        </p>
        <Button variant="default" onClick={() => setCreating(true)}>
          Solicitar chave de acesso
        </Button>
        <KeyList onRevoke={setRevoking} />
        <p className={styles.text}>Gateway, MQTT, calendário e planilha têm chaves próprias.</p>
        <TextLink to="/account/integrations">Ver integrações</TextLink>
      </div>
      {isCreating && <NewApiKeyDialog onCreated={() => void refresh()} onClose={() => setCreating(false)} />}
      {revoking !== null && (
        <ConfirmDialog
          title={`Revogar ${revoking.name}?`}
          confirm="Revogar"
          isDestructive
          isSending={isSending}
          onConfirm={() => start(revoking)}
          onCancel={() => {
            forget();
            setRevoking(null);
          }}
        >
          <p>Os programas que usam esta chave deixam de ter acesso na mesma hora.</p>
          {failure && (
            <p className={styles.failure} role="alert">
              {wordsOf(failure)}
            </p>
          )}
        </ConfirmDialog>
      )}
    </Card>
  );
};
