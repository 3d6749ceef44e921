import type { Board } from '@nascente/contract/sites/meters';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useFiguresDrawn } from '../../shared/api/use-figures-drawn.ts';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import type { Series } from '../../shared/explorer/curves/use-curves.ts';
import { Explorer } from '../../shared/explorer/explorer.tsx';
import { quantitiesOf } from '../../shared/explorer/quantities.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { AddSeries } from './add-series.tsx';
import { ExploreControls } from './explore-controls.tsx';
import { comparedWord, laterMsOf, MAX_SERIES, type Wanted } from './explore-state.ts';
import { LostSeries } from './lost-series.tsx';
import { NotesCard } from './notes-card.tsx';
import { ShareCurves } from './share-curves.tsx';
import { useExplore } from './use-explore.ts';
import { useNotes } from './use-notes.ts';

/** What is looked at where the address names nothing: the general meter's power. */
const firstOf = (boards: readonly Board[]): Wanted[] => {
  const board = boards.find(({ isGeral }) => isGeral) ?? boards[0];
  const quantity = board && quantitiesOf(board)[0];
  return board && quantity ? [{ mac: board.macAddress, quantity: quantity.key }] : [];
};

/** Of what the address names, what this person sees. */
const seriesOf = (wanted: readonly Wanted[], boards: readonly Board[]): Series[] =>
  wanted.flatMap(({ mac, quantity: key }) => {
    const board = boards.find(({ macAddress }) => macAddress === mac);
    const quantity = board && quantitiesOf(board).find((one) => one.key === key);
    return board && quantity ? [{ id: `${mac}~${key}`, board, quantity }] : [];
  });

const Explored = ({ boards }: { readonly boards: readonly Board[] }) => {
  const { state, change, look, goBack, canGoBack } = useExplore();
  const [isAdding, setIsAdding] = useState(false);
  const named = useMemo(() => seriesOf(state.wanted, boards), [state.wanted, boards]);
  const series = useMemo(
    () => (named.length === 0 ? seriesOf(firstOf(boards), boards) : named),
    [named, boards],
  );
  const wanted = series.map(({ board, quantity }) => ({ mac: board.macAddress, quantity: quantity.key }));
  const zone = zoneOf(series[0]?.board);
  const laterMs = laterMsOf(state.compared, state.view, zone);
  const word = comparedWord(state.compared);
  const compared = useMemo(() => (laterMs === null ? null : { laterMs, word }), [laterMs, word]);
  const [isDrawn, setIsDrawn] = useState(false);
  const onDrawn = useCallback(() => setIsDrawn(true), []);
  const asksNotes = useFiguresDrawn(isDrawn);
  const notes = useNotes(series, state.view, state.hasNotes && asksNotes, zone);
  // Of one meter the curves do not name it: the card does.
  const [meter, ...others] = new Set(series.map(({ board }) => board.Alias));
  return (
    <>
      <Card {...(meter !== undefined && others.length === 0 && { title: meter })}>
        <ExploreControls
          state={state}
          zone={zone}
          canGoBack={canGoBack}
          canAdd={series.length < MAX_SERIES}
          onBack={goBack}
          onAdd={() => setIsAdding(true)}
          onLook={look}
          onChange={change}
        />
        <LostSeries wanted={state.wanted} boards={boards} />
        <Explorer
          title={[...new Set(series.map(({ quantity }) => quantity.name))].join(', ')}
          series={series}
          view={state.view}
          zone={zone}
          compared={compared}
          isApart={state.isApart}
          isShaded={state.isShaded}
          marks={notes.marks}
          isWheelOwn
          onView={look}
          onDrawn={onDrawn}
          {...(series.length > 1 && {
            onRemove: (id: string) =>
              change({ wanted: wanted.filter(({ mac, quantity }) => `${mac}~${quantity}` !== id) }),
          })}
        />
        <ShareCurves state={state} series={series} />
      </Card>
      {state.hasNotes && <NotesCard notes={notes} view={state.view} zone={zone} />}
      {isAdding && (
        <AddSeries
          boards={boards}
          wanted={wanted}
          onDismiss={() => setIsAdding(false)}
          onAdd={(added) => {
            change({ wanted: [...wanted, added] });
            setIsAdding(false);
          }}
        />
      )}
    </>
  );
};

/** /explore */
export const ExplorePage = () => {
  const { data, error, refetch, isFetching } = useQuery(metersQuery);
  const boards = data?.installationsMeter;
  return (
    <Page title="Explorador">
      {boards === undefined ? (
        <Card>
          {error === null ? (
            <Loading label="Carregando o explorador">
              <SkeletonBlock height={420} />
            </Loading>
          ) : (
            <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
          )}
        </Card>
      ) : boards.length === 0 ? (
        <Card>
          <EmptyState icon="curve" action={<TextLink to="/home">Ir para o início</TextLink>}>
            As curvas aparecem aqui quando houver um medidor.
          </EmptyState>
        </Card>
      ) : (
        <Explored boards={boards} />
      )}
    </Page>
  );
};
