import { listEstablishments } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { readSupplyWeek } from '@nascente/contract/telemetry/supply';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api/api-client.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { MeterGate } from '../../shared/meter-gate.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonFields, SkeletonLine, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { CompensationCard, NoCompensationCard } from './compensation-card.tsx';
import { EventsCard } from './events-card.tsx';
import { PhasesCard } from './phases-card.tsx';
import { supplyCsv } from './supply-csv.ts';
import { useSupplySearch } from './supply-search.ts';
import { VerdictCard } from './verdict-card.tsx';
import { VoltageCard } from './voltage-card.tsx';

/** Whether the distributor delivers above 1 kV; null while that is not known. */
const useIsGroupA = (establishmentId: string): boolean | null => {
  const { data, isPending } = useQuery(queryFor(listEstablishments, {}));
  if (isPending) return null;
  return data?.establishments.find(({ _id }) => _id === establishmentId)?.bill.tariff === 'A';
};

const SupplyScreen = ({ board, mac }: { readonly board: Board; readonly mac: Mac }) => {
  const zone = zoneOf(board);
  const today = useToday(zone);
  const { search, change } = useSupplySearch(today);
  const { start, nominal } = search;
  const isGroupA = useIsGroupA(board.establishmentId);
  const { data, error, refetch, isFetching } = useQuery(
    queryFor(readSupplyWeek, { params: { mac }, query: { start, ...(nominal !== null && { nominal }) } }),
  );
  const supply = data?.supply ?? null;
  const save = (): void => {
    if (supply === null) return;
    const content = new Blob([supplyCsv(supply, zone)], { type: 'text/csv;charset=utf-8' });
    saveFile(`qualidade-${mac.replaceAll(':', '')}-${supply.start}.csv`, content);
  };
  const otherwise =
    error === null ? (
      <Loading>
        <SkeletonRows rows={2} />
      </Loading>
    ) : (
      <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
    );
  return (
    <Page
      title={`Qualidade da energia de ${board.name}`}
      overline={board.establishmentName}
      action={<TextLink to={`/meter/${mac}`}>Ver medidor</TextLink>}
    >
      <VerdictCard {...{ search, supply, today, otherwise }} onChange={change} onSave={save} />
      {error === null && <VoltageCard supply={supply} zone={zone} />}
      {supply !== null && supply.counted > 0 && (
        <>
          <PhasesCard supply={supply} />
          <EventsCard supply={supply} zone={zone} />
          {isGroupA === true && <NoCompensationCard />}
          {isGroupA === false && <CompensationCard compensation={supply.compensation} />}
        </>
      )}
    </Page>
  );
};

const NoSupply = ({ board, mac }: { readonly board: Board; readonly mac: Mac }) => (
  <Page title={`Qualidade da energia de ${board.name}`} overline={board.establishmentName}>
    <Card>
      <EmptyState icon="drop" action={<TextLink to={`/meter/${mac}`}>Ver medidor</TextLink>}>
        Este medidor mede água: não há tensão para avaliar.
      </EmptyState>
    </Card>
  </Page>
);

const Resting = () => (
  <Page title="Qualidade da energia" overline={<SkeletonLine width={14} />}>
    <Card title="A semana">
      <Loading>
        <SkeletonFields fields={2} />
      </Loading>
    </Card>
  </Page>
);

/** /meter/:mac/quality: a week of the supply by PRODIST Module 8. */
export const SupplyPage = () => (
  <MeterGate title="Qualidade da energia" skeleton={<Resting />}>
    {(board, mac) =>
      board.type === 'water' ? <NoSupply board={board} mac={mac} /> : <SupplyScreen board={board} mac={mac} />
    }
  </MeterGate>
);
