import { readMeter } from '@nascente/contract/sites/meters';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryFor } from '../../../shared/api/api-client.ts';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { InvalidMac } from '../../../shared/boards/invalid-mac.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { Loading, SkeletonFields, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import { EditMeter } from './edit-meter.tsx';

const TITLE = 'Editar medidor';

const Waiting = () => (
  <Page title={TITLE} overline={<SkeletonLine width={14} />}>
    <Card span={7}>
      <Loading>
        <SkeletonLine width={24} size="card" />
        <SkeletonFields fields={5} />
      </Loading>
    </Card>
    <Card span={5}>
      <Loading>
        <SkeletonFields fields={2} />
      </Loading>
    </Card>
  </Page>
);

const KnownMac = ({ mac }: { readonly mac: Mac }) => {
  const { data, error, refetch, isFetching } = useQuery(queryFor(readMeter, { params: { mac } }));
  // First of all: it may have been removed since it was read.
  if (error instanceof ApiFailure && error.type === 'not-found')
    return (
      <Page title="Medidor não encontrado">
        <Card>
          <EmptyState icon="meter" action={<TextLink to="/dashboard">Ver medidores</TextLink>}>
            Este medidor não existe ou não está entre os seus.
          </EmptyState>
        </Card>
      </Page>
    );
  if (data !== undefined) return <EditMeter key={data.board.id} board={data.board} />;
  if (error === null) return <Waiting />;
  return (
    <Page title={TITLE}>
      <Card>
        <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
      </Card>
    </Page>
  );
};

/** /editBoard/:mac */
export const EditMeterPage = () => {
  const mac = normalizeMac(useParams().mac ?? '');
  return mac === null ? <InvalidMac /> : <KnownMac key={mac} mac={mac} />;
};
