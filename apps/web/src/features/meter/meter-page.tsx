import { readMeter } from '@nascente/contract/meters';
import { type Mac, normalizeMac } from '@nascente/domain/metering/mac';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { queryFor } from '../../shared/api-client.ts';
import { ApiFailure } from '../../shared/api-failure.ts';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { MeterScreen } from './meter-screen.tsx';
import { MeterSkeleton } from './meter-skeleton.tsx';

const MINUTE_MS = 60_000;
const METER_AREA_MS = 6000;

const InvalidMac = () => {
  useEffect(() => {
    announce('Endereço MAC inválido', { tone: 'bad', lastsMs: METER_AREA_MS });
  }, []);
  return <Navigate to="/home" replace />;
};

/** Unknown and not yours are told apart neither by the server nor here. */
const UnknownMeter = () => (
  <Page title="Medidor não encontrado">
    <Card>
      <EmptyState icon="meter" action={<TextLink to="/dashboard">Ver medidores</TextLink>}>
        Este medidor não existe ou não está entre os seus.
      </EmptyState>
    </Card>
  </Page>
);

const KnownMeter = ({ mac }: { readonly mac: Mac }) => {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryFor(readMeter, { params: { mac } }),
    refetchInterval: MINUTE_MS,
  });
  if (data !== undefined) return <MeterScreen board={data.board} mac={mac} />;
  if (error === null) return <MeterSkeleton />;
  if (error instanceof ApiFailure && error.type === 'not-found') return <UnknownMeter />;
  return (
    <Page title="Medidor">
      <Card>
        <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
      </Card>
    </Page>
  );
};

/** /meter/:mac */
export const MeterPage = () => {
  const mac = normalizeMac(useParams().mac ?? '');
  return mac === null ? <InvalidMac /> : <KnownMeter key={mac} mac={mac} />;
};
