import { Button, TextInput } from '@mantine/core';
import {
  type ApiKey,
  editApiKey,
  KEY_TEXTS,
  listApiKeys,
  revokeApiKey,
} from '@nascente/contract/connections/api-keys';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { formatAgo, formatDay } from '@nascente/domain/base/units/format';
import { scopeText } from '@nascente/domain/people/key-scopes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { deviceDay } from '../../../shared/device-time.ts';
import { figureOf } from '../../../shared/forms/fields/decimal-input.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { labelOf, useSending } from '../../../shared/forms/use-sending.ts';
import { CredentialsUntil } from '../../../shared/session-state/credentials-until.tsx';
import { CredentialList } from '../../../shared/ui/credential-list.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import styles from '../account-section.module.css';
import { NewApiKeyDialog } from './new-api-key-dialog.tsx';

const SOON_MS = 7 * DAY_MS;
/** How long a row shows that its key exceeded the limit. */
const LIMIT_SHOWN_MS = DAY_MS;

/** A key expires with a day of Brasília, wherever it is read. */
const lastDayOf = (expiresAt: string) =>
  formatDay(civilDateAt(instant(Date.parse(expiresAt) - 1), DEFAULT_ZONE));

const State = ({ apiKey: { expiresAt, limitedAt }, now }: { apiKey: ApiKey; now: number }) => {
  const endsIn = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  const isLimited = limitedAt !== null && now - Date.parse(limitedAt) < LIMIT_SHOWN_MS;
  return (
    <>
      {endsIn <= 0 && <Tag tone="bad">Vencida</Tag>}
      {endsIn > 0 && endsIn <= SOON_MS && <Tag tone="warn">Vence em breve</Tag>}
      {isLimited && <Tag tone="warn">Limite atingido</Tag>}
    </>
  );
};

const validityOf = (expiresAt: string | null) =>
  expiresAt === null ? 'sem validade' : `vale até ${lastDayOf(expiresAt)}`;

interface KeyLimitDialogProps {
  apiKey: ApiKey;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

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
    setFault(checked.success ? null : KEY_TEXTS.rate);
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
        error={fault ?? (failure && labelOf(failure))}
        data-autofocus
      />
    </FormDialog>
  );
};

const keysQuery = queryFor(listApiKeys, {});

const effect = 'Os programas que usam esta chave deixam de ter acesso na mesma hora.';

const aboutOf = (apiKey: ApiKey, now: number) => {
  const { prefix, scopes, createdAt, lastUsed, expiresAt, perMinute, limitedAt } = apiKey;
  const used = lastUsed === null ? 'nunca usada' : `usada ${formatAgo(now - Date.parse(lastUsed))}`;
  return (
    <>
      <small>{scopes.map((scope) => scopeText(scope).name).join(', ')}</small>
      <small>
        <code>{prefix}…</code> · criada em {deviceDay(createdAt)} · {validityOf(expiresAt)} · {used}
      </small>
      <small>
        {perMinute.toLocaleString('pt-BR')} {perMinute === 1 ? 'pedido' : 'pedidos'} por minuto
        {limitedAt !== null && ` · limite atingido ${formatAgo(now - Date.parse(limitedAt))}`}
      </small>
    </>
  );
};

export const ApiKeysCard = () => {
  const queryClient = useQueryClient();
  const keys = useQuery({ ...keysQuery, select: ({ apiKeys }) => apiKeys });
  const [isCreating, setCreating] = useState(false);
  const [limited, setLimited] = useState<ApiKey | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
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
        <CredentialList
          label="Chaves de API"
          query={keys}
          queryKey={keysQuery.queryKey}
          describe={(apiKey, now) => ({
            tags: <State apiKey={apiKey} now={now} />,
            about: aboutOf(apiKey, now),
            effect,
            acts: (
              <Button
                variant="subtle"
                size="sm"
                aria-label={`Alterar limite de ${apiKey.name}`}
                onClick={() => setLimited(apiKey)}
              >
                Limite
              </Button>
            ),
          })}
          revoke={(id) => request(revokeApiKey, { params: { id } })}
          revoked="Chave revogada."
          empty={<p className={styles.text}>Nenhuma chave criada até agora.</p>}
        />
        <p className={styles.text}>Gateway, MQTT, calendário e planilha têm chaves próprias.</p>
        <TextLink to="/account/integrations">Ver integrações</TextLink>
      </div>
      {isCreating && <NewApiKeyDialog onCreated={() => void refresh()} onClose={() => setCreating(false)} />}
      {limited !== null && (
        <KeyLimitDialog apiKey={limited} onSaved={refresh} onClose={() => setLimited(null)} />
      )}
    </Card>
  );
};
