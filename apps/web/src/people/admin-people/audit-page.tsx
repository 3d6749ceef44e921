import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { type AuditAction, auditActions } from '@nascente/contract/base/audit-actions';
import { readAuditTrail } from '@nascente/contract/people/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../../shared/api/api-client.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { AdminFrame } from './admin-frame.tsx';
import styles from './audit.module.css';
import { AuditRow } from './audit-row.tsx';
import { auditWords } from './audit-words.ts';
import { ChainCard } from './chain-card.tsx';

interface Sought {
  action: AuditAction | null;
  account: string | null;
}

const useTrail = ({ action, account }: Sought) =>
  useInfiniteQuery({
    queryKey: [readAuditTrail.name, action, account],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      request(
        readAuditTrail,
        {
          query: {
            limit: '50',
            ...(action !== null && { action }),
            ...(account !== null && { account }),
            ...(pageParam !== null && { before: pageParam }),
          },
        },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });

const Filters = ({ action, account }: Sought) => {
  const [, change] = useAddress();
  return (
    <div className={styles.filters} data-tour="audit-filter">
      <NativeSelect
        aria-label="O que aconteceu"
        data={[
          { value: '', label: 'Tudo o que aconteceu' },
          ...auditActions.map((one) => ({ value: one, label: auditWords[one] })),
        ]}
        value={action ?? ''}
        onChange={({ currentTarget: { value } }) => change({ acao: value === '' ? null : value })}
      />
      {account !== null && (
        <Button variant="default" onClick={() => change({ conta: null })}>
          Mostrar todas as contas
        </Button>
      )}
    </div>
  );
};

const AuditTrail = () => {
  const [address] = useAddress();
  const named = address.get('acao');
  const sought = {
    action: auditActions.find((one) => one === named) ?? null,
    account: address.get('conta'),
  };
  const trail = useTrail(sought);
  const events = trail.data?.pages.flatMap((page) => page.events);
  return (
    <Card title="Auditoria" qualifier={sought.account === null ? 'últimos seis meses' : 'desta conta'}>
      <Filters {...sought} />
      {trail.isError && (
        <ErrorState failure={trail.error} onRetry={trail.refetch} retrying={trail.isFetching} />
      )}
      {trail.isPending && (
        <Loading>
          <SkeletonRows rows={6} />
        </Loading>
      )}
      {events?.length === 0 && <EmptyState icon="history">Nada foi registrado.</EmptyState>}
      <ol aria-label="Registros de auditoria" data-tour="audit-list">
        {events?.map((event) => (
          <AuditRow key={event.id} event={event} />
        ))}
      </ol>
      {trail.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={trail.isFetchingNextPage}
            onClick={() => void trail.fetchNextPage()}
          >
            Mostrar mais
          </Button>
        </div>
      )}
    </Card>
  );
};

/** Who came in, what was changed of accounts, by whom and from where. */
export const AuditPage = () => (
  <AdminFrame title="Auditoria">
    <AuditTrail />
    <ChainCard />
  </AdminFrame>
);
