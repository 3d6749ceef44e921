import { Button, NativeSelect } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useFiguresDrawn } from '../../shared/api/use-figures-drawn.ts';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import type { Series } from '../../shared/explorer/curves/use-curves.ts';
import { Explorer } from '../../shared/explorer/explorer.tsx';
import { quantitiesOf, quantityOf } from '../../shared/explorer/quantities.ts';
import { seriesOfMeter } from '../../shared/explorer/series-of-meter.ts';
import { ShareLink } from '../../shared/links/share-link.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import classes from './explore.module.css';
import { ExploreControls } from './explore-controls.tsx';
import {
  addressOf,
  comparedWord,
  type ExploreState,
  laterMsOf,
  MAX_SERIES,
  type Wanted,
} from './explore-state.ts';
import { MeterSelect } from './meter-select.tsx';
import { NotesCard } from './notes-card.tsx';
import { useExplore } from './use-explore.ts';
import { useNotes } from './use-notes.ts';

interface AddSeriesProps {
  readonly boards: readonly Board[];
  readonly wanted: readonly Wanted[];
  readonly onAdd: (added: Wanted) => void;
  readonly onDismiss: () => void;
}

const nameOf = ({ name, unit }: { readonly name: string; readonly unit: string }): string =>
  unit === '' ? name : `${name} (${unit})`;

/** Which quantity of which meter comes beside those that are there. */
const AddSeries = ({ boards, wanted, onAdd, onDismiss }: AddSeriesProps) => {
  const [mac, setMac] = useState(wanted.at(-1)?.mac ?? boards[0]?.macAddress ?? '');
  const board = boards.find(({ macAddress }) => macAddress === mac) ?? boards[0];
  const isThere = (key: string) => wanted.some((one) => one.mac === mac && one.quantity === key);
  const free = board === undefined ? [] : quantitiesOf(board).filter(({ key }) => !isThere(key));
  const [chosen, setChosen] = useState('');
  const quantity = free.find(({ key }) => key === chosen) ?? free[0];
  return (
    <Dialog
      title="Adicionar série"
      onDismiss={onDismiss}
      actions={
        <>
          <Button variant="default" onClick={onDismiss}>
            Cancelar
          </Button>
          <Button
            disabled={quantity === undefined}
            onClick={() => {
              if (quantity !== undefined) onAdd({ mac, quantity: quantity.key });
            }}
          >
            Adicionar
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        <MeterSelect label="Medidor" data-autofocus boards={boards} value={mac} onChange={setMac} />
        <NativeSelect
          label="Grandeza"
          data={free.map((one) => ({ value: one.key, label: nameOf(one) }))}
          value={quantity?.key ?? ''}
          onChange={({ target }) => setChosen(target.value)}
        />
      </div>
    </Dialog>
  );
};

interface ShareCurvesProps {
  readonly state: ExploreState;
  /** What is drawn, also where the address names nothing. */
  readonly series: readonly Series[];
}

/** A link shows curves of one establishment, as they are in view. */
const ShareCurves = ({ state, series }: ShareCurvesProps) => {
  const [first] = series;
  if (first === undefined) return null;
  const { establishmentId, type } = first.board;
  if (series.some(({ board }) => board.establishmentId !== establishmentId))
    return <p className={classes.unshared}>Um link mostra curvas de um estabelecimento só.</p>;
  const wanted = series.map(({ board, quantity }) => ({ mac: board.macAddress, quantity: quantity.key }));
  const { ver, de, ate, eixos } = addressOf({ ...state, wanted });
  const asked = Object.entries({ ver, de, ate, eixos }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  return (
    <p className={classes.share}>
      <ShareLink
        kind="curve"
        establishmentId={establishmentId}
        type={type}
        asked={Object.fromEntries(asked)}
      />
    </p>
  );
};

const unseenText = (count: number): string =>
  `${count === 1 ? 'Uma série deste endereço não está' : `${count} séries deste endereço não estão`} entre os seus medidores.`;

interface LostSeriesProps {
  /** What the address names. */
  readonly wanted: readonly Wanted[];
  readonly boards: readonly Board[];
}

/** What the address names and is not drawn, and why. */
const LostSeries = ({ wanted, boards }: LostSeriesProps) => {
  const named = wanted.map((one) => ({
    ...one,
    board: boards.find(({ macAddress }) => macAddress === one.mac),
  }));
  const unseen = named.filter(({ board }) => board === undefined).length;
  const unmeasured = named.flatMap(({ board, quantity }) =>
    board === undefined || quantitiesOf(board).some(({ key }) => key === quantity)
      ? []
      : [`${board.Alias}, ${quantityOf(quantity)?.name}: este medidor não mede esta grandeza.`],
  );
  const texts = [...unmeasured, ...(unseen > 0 ? [unseenText(unseen)] : [])];
  return texts.length > 0 && <p role="status">{texts.join(' ')}</p>;
};

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
        >
          {boards.length > 1 && (
            <MeterSelect
              aria-label="Trocar de medidor"
              placeholder="Trocar de medidor"
              boards={boards}
              value={null}
              onChange={(mac) => {
                const board = boards.find(({ macAddress }) => macAddress === mac);
                if (board !== undefined)
                  change({
                    wanted: seriesOfMeter(
                      series.map(({ quantity }) => quantity.key),
                      board,
                    ),
                  });
              }}
            />
          )}
        </ExploreControls>
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
  const meters = useQuery(metersQuery);
  const boards = meters.data?.installationsMeter;
  return (
    <Page title="Curvas">
      {boards === undefined ? (
        <Card>
          <Answer query={meters} rest={<SkeletonBlock height={420} />} label="Carregando o explorador" />
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
