import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { REPORT_KINDS, type ReportKind } from '@nascente/contract/insight/reports';
import { useAddress } from '../../shared/api/use-address.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { NewReportCard } from './new-report-card.tsx';
import { ReportRow } from './report-row.tsx';
import { KIND_WORDS } from './report-words.ts';
import styles from './reports.module.css';
import { SubscriptionsCard } from './subscriptions-card.tsx';
import { useReports } from './use-reports.ts';

const KindFilter = ({
  kind,
  onChange,
}: {
  readonly kind: ReportKind | null;
  readonly onChange: (kind: string | null) => void;
}) => (
  <div className={styles.filter}>
    <NativeSelect
      aria-label="Mostrar relatórios de"
      value={kind ?? ''}
      data={[
        { value: '', label: 'De tudo' },
        ...REPORT_KINDS.map((one) => ({ value: one, label: KIND_WORDS[one] })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : value)}
    />
  </div>
);

const ReportList = () => {
  const [address, change] = useAddress();
  const named = address.get('tipo');
  const kind = REPORT_KINDS.find((one) => one === named) ?? null;
  const reports = useReports(kind);
  const shown = reports.data?.pages.flatMap((page) => page.reports);
  return (
    <Card title="Prontos para baixar" span={8} tour="reports-list">
      <KindFilter kind={kind} onChange={(tipo) => change({ tipo })} />
      {reports.isError && (
        <ErrorState failure={reports.error} onRetry={reports.refetch} retrying={reports.isFetching} />
      )}
      {reports.isPending && (
        <Loading>
          <SkeletonRows rows={4} />
        </Loading>
      )}
      {shown?.length === 0 && (
        <EmptyState icon="table">
          {kind === null
            ? 'Nenhum relatório ainda. Escolha um em “Fazer um relatório”.'
            : 'Nenhum relatório deste tipo.'}
        </EmptyState>
      )}
      <ul aria-label="Relatórios">
        {shown?.map((report) => (
          <ReportRow key={report._id} report={report} />
        ))}
      </ul>
      {reports.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={reports.isFetchingNextPage}
            onClick={() => void reports.fetchNextPage()}
          >
            Mostrar mais
          </Button>
        </div>
      )}
    </Card>
  );
};

/** Reports to keep or to send on: made now, made before, and those that come by themselves. */
export const ReportsPage = () => (
  <Page title="Relatórios">
    <ReportList />
    <NewReportCard />
    <SubscriptionsCard />
  </Page>
);
