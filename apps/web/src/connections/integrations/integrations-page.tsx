import { Button } from '@mantine/core';
import {
  type Integration,
  listIntegrations,
  revokeIntegration,
} from '@nascente/contract/connections/integrations';
import { formatAgo } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { deviceDay } from '../../shared/device-time.ts';
import { CredentialsUntil } from '../../shared/session-state/credentials-until.tsx';
import { CredentialList } from '../../shared/ui/credential-list.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import styles from './integrations.module.css';
import { KINDS } from './kinds.ts';

const integrationsQuery = queryFor(listIntegrations, {});

const boardsText = (boards: readonly string[] | null): string => {
  if (boards === null) return 'Todos os medidores que você vê';
  return boards.length === 1 ? '1 medidor' : `${boards.length} medidores`;
};

const describe = ({ kind, prefix, boards, owner, createdAt, lastUsed }: Integration, now: number) => ({
  tags: <Tag>{KINDS[kind].name}</Tag>,
  about: (
    <>
      <small>
        {boardsText(boards)} · criada em {deviceDay(createdAt)} ·{' '}
        {lastUsed === null ? 'nunca usada' : `usada ${formatAgo(now - Date.parse(lastUsed))}`}
      </small>
      <small>
        <code>{prefix}…</code>
        {owner !== null && ` · de ${owner}`}
      </small>
    </>
  ),
  effect: KINDS[kind].revoked,
});

const List = () => (
  <CredentialList
    label="Integrações"
    query={useQuery({ ...integrationsQuery, select: ({ integrations }) => integrations })}
    queryKey={integrationsQuery.queryKey}
    describe={describe}
    revoke={(id) => request(revokeIntegration, { params: { id } })}
    revoked="Integração revogada."
    empty={<EmptyState icon="external-link">Nada ligado até agora. Comece por “Nova integração”.</EmptyState>}
  />
);

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

export const IntegrationsPage = () => (
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
      <List />
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
  </Page>
);
