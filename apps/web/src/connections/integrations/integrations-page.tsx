import { Button } from '@mantine/core';
import {
  type Integration,
  listIntegrations,
  revokeIntegration,
} from '@nascente/contract/connections/integrations';
import { formatAgo } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { deviceDay } from '../../shared/device-time.ts';
import { CredentialsUntil } from '../../shared/session-state/credentials-until.tsx';
import { CallDialog } from '../../shared/ui/call-dialog.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import styles from './integrations.module.css';
import { KINDS } from './kinds.ts';

const integrationsQuery = queryFor(listIntegrations, {});
const MINUTE_MS = 60_000;

const boardsText = (boards: readonly string[] | null): string => {
  if (boards === null) return 'Todos os medidores que você vê';
  return boards.length === 1 ? '1 medidor' : `${boards.length} medidores`;
};

const Row = ({ integration, onRevoke }: { integration: Integration; onRevoke: () => void }) => {
  const now = useNow(MINUTE_MS);
  const { name, kind, prefix, boards, owner, createdAt, lastUsed } = integration;
  return (
    <li>
      <div className={rows.about}>
        <span className={rows.tags}>
          <b>{name}</b>
          <Tag>{KINDS[kind].name}</Tag>
        </span>
        <small>
          {boardsText(boards)} · criada em {deviceDay(createdAt)} ·{' '}
          {lastUsed === null ? 'nunca usada' : `usada ${formatAgo(now - Date.parse(lastUsed))}`}
        </small>
        <small>
          <code>{prefix}…</code>
          {owner !== null && ` · de ${owner}`}
        </small>
      </div>
      <Button variant="subtle" color="bad" size="sm" aria-label={`Revogar ${name}`} onClick={onRevoke}>
        Revogar
      </Button>
    </li>
  );
};

const List = ({ onRevoke }: { onRevoke: (integration: Integration) => void }) => {
  const integrations = useQuery(integrationsQuery);
  if (integrations.data === undefined)
    return <Answer query={integrations} rest={<SkeletonBlock height={144} />} />;
  if (integrations.data.integrations.length === 0)
    return <EmptyState icon="external-link">Nada ligado até agora. Comece por “Nova integração”.</EmptyState>;
  return (
    <ul className={classNames(rows.list, rows.acts)} aria-label="Integrações">
      {integrations.data.integrations.map((integration) => (
        <Row key={integration.id} integration={integration} onRevoke={() => onRevoke(integration)} />
      ))}
    </ul>
  );
};

const ForPrograms = () => (
  <Card tour="integrations-programs" title="Para programas" span={4}>
    <div className={styles.made}>
      <p className={styles.text}>
        Prometheus e Grafana leem os números dos seus medidores em <code>/api/metrics/meters</code>, com uma
        chave de API da conta no cabeçalho <code>Authorization: Bearer</code>.
      </p>
      <TextLink to="/account">Chaves de API da conta</TextLink>
      <p className={styles.text}>
        Todas as chamadas da API, com exemplos, estão na{' '}
        <a className={styles.plain} href="/api/docs/">
          documentação da API
        </a>
        ; há também um{' '}
        <a className={styles.plain} href="/api/client.ts" download>
          cliente em TypeScript
        </a>
        .
      </p>
    </div>
  </Card>
);

export const IntegrationsPage = () => {
  const [revoking, setRevoking] = useState<Integration | null>(null);
  return (
    <Page
      title="Integrações"
      action={
        <Button component={Link} to="/account/integrations/new" data-tour="integrations-new">
          Nova integração
        </Button>
      }
    >
      <Card tour="integrations-list" span={8} title="Sistemas ligados">
        <p className={styles.text}>
          Cada chave serve para uma coisa só, e deixa de valer quando você a revoga.
        </p>
        <CredentialsUntil className={styles.text} />
        <List onRevoke={setRevoking} />
      </Card>
      <ForPrograms />
      <Card title="Para pessoas" span={4}>
        <div className={styles.made}>
          <p className={styles.text}>
            Uma TV na parede, ou um gráfico para alguém sem conta, até o dia que você escolher.
          </p>
          <TextLink to="/account/links">Links e telas</TextLink>
        </div>
      </Card>
      {revoking !== null && (
        <CallDialog
          title={`Revogar ${revoking.name}?`}
          confirm="Revogar"
          call={() => request(revokeIntegration, { params: { id: revoking.id } })}
          outdates={[integrationsQuery.queryKey]}
          done="Integração revogada."
          onClose={() => setRevoking(null)}
        >
          <p>{KINDS[revoking.kind].revoked}</p>
        </CallDialog>
      )}
    </Page>
  );
};
