import { type Board, readMeter } from '@nascente/contract/sites/meters';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { queryFor } from './api/api-client.ts';
import { ApiFailure } from './api/api-failure.ts';
import { Card } from './ui/marks/card.tsx';
import { TextLink } from './ui/marks/text-link.tsx';
import { ErrorState } from './ui/page/error-state.tsx';
import { Page } from './ui/page/page.tsx';
import { announce, METER_AREA_MS } from './ui/snackbar.tsx';
import { UnknownTarget } from './unknown-target.tsx';

const MINUTE_MS = 60_000;

interface MeterGateProps {
  /** The title until the meter's name is known. */
  readonly title: string;
  readonly skeleton: ReactNode;
  readonly children: (board: Board, mac: Mac) => ReactNode;
}

const InvalidMac = () => {
  useEffect(() => {
    announce('Endereço MAC inválido', { tone: 'bad', lastsMs: METER_AREA_MS });
  }, []);
  return <Navigate to="/home" replace />;
};

const VisibleMeter = ({ mac, title, skeleton, children }: MeterGateProps & { readonly mac: Mac }) => {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryFor(readMeter, { params: { mac } }),
    refetchInterval: MINUTE_MS,
  });
  // Checked first: the thing may have been removed since.
  if (error instanceof ApiFailure && error.type === 'not-found')
    return <UnknownTarget kind="meter" action={<TextLink to="/dashboard">Ver medidores</TextLink>} />;
  if (data !== undefined) return children(data.board, mac);
  if (error === null) return skeleton;
  return (
    <Page title={title}>
      <Card>
        <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
      </Card>
    </Page>
  );
};

/** Resolves the meter in the address: an invalid MAC redirects to Home, an unknown one shows a not-found page. */
export const MeterGate = (props: MeterGateProps) => {
  const mac = normalizeMac(useParams().mac ?? '');
  return mac === null ? <InvalidMac /> : <VisibleMeter key={mac} mac={mac} {...props} />;
};
