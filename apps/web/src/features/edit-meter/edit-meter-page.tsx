import { readMeter } from '@nascente/contract/meters';
import { type Mac, normalizeMac } from '@nascente/domain/metering/mac';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryFor } from '../../shared/api-client.ts';
import { ApiFailure } from '../../shared/api-failure.ts';
import { InvalidMac } from '../../shared/boards/invalid-mac.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Loading, SkeletonBlock, SkeletonLine } from '../../shared/ui/skeleton.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { EditMeter } from './edit-meter.tsx';

const TITLE = 'Editar medidor';

const Waiting = () => (
  <Page title={TITLE}>
    <Card span={7}>
      <Loading>
        <SkeletonLine width={24} size="card" />
        <SkeletonBlock height={420} />
      </Loading>
    </Card>
    <Card span={5}>
      <Loading>
        <SkeletonBlock height={200} />
      </Loading>
    </Card>
  </Page>
);

const KnownMac = ({ mac }: { readonly mac: Mac }) => {
  const { data, error, refetch, isFetching } = useQuery(queryFor(readMeter, { params: { mac } }));
  if (data !== undefined) return <EditMeter key={data.board.id} board={data.board} />;
  if (error === null) return <Waiting />;
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
