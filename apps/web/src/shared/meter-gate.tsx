import { type Board, readMeter } from '@nascente/contract/sites/meters';
import { MINUTE_MS } from '@nascente/domain/base/time/zone';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { queryFor } from './api/api-client.ts';
import { isOfType } from './api/api-failure.ts';
import { Card } from './ui/marks/card.tsx';
import { TextLink } from './ui/marks/text-link.tsx';
import { Answer } from './ui/page/answer.tsx';
import { Page } from './ui/page/page.tsx';
import { Loading, SkeletonLine } from './ui/page/skeleton.tsx';
import { announce, METER_AREA_MS } from './ui/snackbar.tsx';
import { UnknownTarget } from './unknown-target.tsx';

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
  const query = useQuery({ ...queryFor(readMeter, { params: { mac } }), refetchInterval: MINUTE_MS });
  const { data, error } = query;
  // Checked before the data, because the meter may have been removed since.
  if (isOfType(error, 'not-found'))
    return <UnknownTarget kind="meter" action={<TextLink to="/dashboard">Ver medidores</TextLink>} />;
  if (data !== undefined) return children(data.board, mac);
  if (error === null) return skeleton;
  return (
    <Page title={title}>
      <Card>
        <Answer query={query} />
      </Card>
    </Page>
  );
};

interface RestingMeterProps {
  readonly title: string;
  /** The placeholder of each card, by its title. */
  readonly cards: Readonly<Record<string, ReactNode>>;
}

/** A page of a meter until the meter is known. */
export const RestingMeter = ({ title, cards }: RestingMeterProps) => (
  <Page title={title} overline={<SkeletonLine width={14} />}>
    {Object.entries(cards).map(([name, rest]) => (
      <Card key={name} title={name}>
        <Loading>{rest}</Loading>
      </Card>
    ))}
  </Page>
);

/** Resolves the meter in the address: an invalid MAC redirects to Home, an unknown one shows a not-found page. */
export const MeterGate = (props: MeterGateProps) => {
  const mac = normalizeMac(useParams().mac ?? '');
  return mac === null ? <InvalidMac /> : <VisibleMeter key={mac} mac={mac} {...props} />;
};
