import { Button, NativeSelect, type OptionsFilter, Select, type SelectProps } from '@mantine/core';
import { listMeterNotes, removeMeterNote } from '@nascente/contract/sites/meter-notes';
import type { Board } from '@nascente/contract/sites/meters';
import { MINUTE_MS, type Zone } from '@nascente/domain/base/time/zone';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { useFiguresDrawn } from '../../shared/api/use-figures-drawn.ts';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import type { Series } from '../../shared/explorer/curves/use-curves.ts';
import { Explorer } from '../../shared/explorer/explorer.tsx';
import type { Viewport } from '../../shared/explorer/plot/viewport.ts';
import { quantitiesOf, quantityOf } from '../../shared/explorer/quantities.ts';
import { instantText } from '../../shared/explorer/reading.ts';
import { seriesOfMeter } from '../../shared/explorer/series-of-meter.ts';
import { matchesSearch } from '../../shared/fold-for-search.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { ShareLink } from '../../shared/links/share-link.tsx';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import classes from './explore.module.css';
import { ExploreControls } from './explore-controls.tsx';
import {
  addressOf,
  comparedWord,
  type ExploreState,
  laterMsOf,
  MAX_SERIES,
  useExplore,
  type Wanted,
} from './explore-state.ts';
import { NoteForm, useNotes } from './note-form.tsx';

interface NotesCardProps {
  readonly notes: ReturnType<typeof useNotes>;
  readonly view: Viewport;
  readonly zone: Zone;
}

const LASTS_MS = 4000;

const useRemoval = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (params: { readonly mac: string; readonly id: string }) =>
      request(removeMeterNote, { params }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [listMeterNotes.name] }),
    onError: ({ message }) => announce(message, { tone: 'bad', lastsMs: LASTS_MS }),
  });
};

/** Events and notes in view, by their numbers on the chart. */
const NotesCard = ({ notes, view, zone }: NotesCardProps) => {
  const { marks, boards, isComing, isIncomplete } = notes;
  const mayEditMeter = useMay('edit-meter');
  const [isWriting, setIsWriting] = useState(false);
  const removal = useRemoval();
  return (
    <Card
      title="Anotações"
      qualifier="do período em vista"
      tour="explorer-notes"
      action={
        mayEditMeter && (
          <Button variant="default" onClick={() => setIsWriting(true)}>
            Anotar
          </Button>
        )
      }
    >
      {isIncomplete && <p role="status">Não foi possível ler tudo o que aconteceu neste período.</p>}
      {marks.length === 0 ? (
        isComing ? (
          <Loading label="Carregando as anotações">
            <SkeletonBlock height={24} />
          </Loading>
        ) : (
          !isIncomplete && <p>Nenhuma anotação, aviso, correção ou fatura neste período.</p>
        )
      ) : (
        <ol className={classes.notes}>
          {marks.map(({ id, sign, at, color, text, by, link, removable }) => (
            <li key={id}>
              <b style={{ background: `var(${color})` }}>{sign}</b>
              <p>
                {text}{' '}
                <small>
                  {instantText(at, zone, MINUTE_MS)} · {by}
                </small>
              </p>
              {link !== null && <TextLink to={link}>Ver</TextLink>}
              {removable && (
                <IconButton
                  icon="trash"
                  label={`Remover a anotação ${sign}`}
                  disabled={removal.isPending}
                  onClick={() => removal.mutate(removable)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {isWriting && <NoteForm boards={boards} view={view} zone={zone} onDone={() => setIsWriting(false)} />}
    </Card>
  );
};

const filter: OptionsFilter = ({ options, search, limit }) => {
  const matches = matchesSearch(search);
  return options.filter((option) => 'value' in option && matches(option)).slice(0, limit);
};

interface MeterSelectProps extends Pick<SelectProps, 'label' | 'aria-label' | 'placeholder'> {
  readonly 'data-autofocus'?: boolean;
  readonly boards: readonly Board[];
  /** Its MAC. */
  readonly value: string | null;
  readonly onChange: (mac: string) => void;
}

const MeterSelect = ({ boards, onChange, ...field }: MeterSelectProps) => (
  <Select
    data={boards.map(({ macAddress, Alias }) => ({ value: macAddress, label: Alias }))}
    {...field}
    onChange={(mac) => {
      if (mac !== null) onChange(mac);
    }}
    searchable
    openOnFocus={false}
    filter={filter}
    limit={60}
    allowDeselect={false}
    nothingFoundMessage="Nenhum medidor encontrado."
    withScrollArea={false}
    maxDropdownHeight={240}
    comboboxProps={{ withinPortal: false, shadow: 'md', keepMounted: false }}
    classNames={{ option: classes.meterOption ?? '' }}
  />
);

interface AddSeriesProps {
  readonly boards: readonly Board[];
  readonly wanted: readonly Wanted[];
  readonly onAdd: (added: Wanted) => void;
  readonly onDismiss: () => void;
}

const nameOf = ({ name, unit }: { readonly name: string; readonly unit: string }): string =>
  unit === '' ? name : `${name} (${unit})`;

const AddSeries = ({ boards, wanted, onAdd, onDismiss }: AddSeriesProps) => {
  const [mac, setMac] = useState(wanted.at(-1)?.mac ?? boards[0]?.macAddress ?? '');
  const board = boards.find(({ macAddress }) => macAddress === mac) ?? boards[0];
  const isThere = (key: string) => wanted.some((one) => one.mac === mac && one.quantity === key);
  const free = board === undefined ? [] : quantitiesOf(board).filter(({ key }) => !isThere(key));
  const [chosen, setChosen] = useState('');
  const quantity = free.find(({ key }) => key === chosen) ?? free[0];
  return (
    <FormDialog
      title="Adicionar série"
      action="Adicionar"
      isReady={quantity !== undefined}
      onSubmit={() => quantity && onAdd({ mac, quantity: quantity.key })}
      onClose={onDismiss}
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
    </FormDialog>
  );
};

interface ShareCurvesProps {
  readonly state: ExploreState;
  /** The drawn series, also where the address names none. */
  readonly series: readonly Series[];
}

/** A link shares the curves of one establishment, as in view. */
const ShareCurves = ({ state, series }: ShareCurvesProps) => {
  const [first] = series;
  if (first === undefined) return null;
  const { establishmentId, type } = first.board;
  if (series.some(({ board }) => board.establishmentId !== establishmentId))
    return <p className={classes.unshared}>Um link mostra curvas de um estabelecimento só.</p>;
  const wanted = series.map(({ board, quantity }) => ({ mac: board.macAddress, quantity: quantity.key }));
  const { ver, de, ate, eixos } = addressOf({ ...state, wanted });
  const requested = Object.entries({ ver, de, ate, eixos }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  return (
    <p className={classes.share}>
      <ShareLink
        kind="curve"
        establishmentId={establishmentId}
        type={type}
        query={Object.fromEntries(requested)}
      />
    </p>
  );
};

const unseenText = (count: number): string =>
  `${count === 1 ? 'Uma série deste endereço não está' : `${count} séries deste endereço não estão`} entre os seus medidores.`;

/** Series of the address that are not drawn, with the reason. */
const LostSeries = ({ wanted, boards }: { wanted: readonly Wanted[]; boards: readonly Board[] }) => {
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

/** The default where the address names nothing: power of the general meter. */
const firstOf = (boards: readonly Board[]): Wanted[] => {
  const board = boards.find(({ isGeral }) => isGeral) ?? boards[0];
  const quantity = board && quantitiesOf(board)[0];
  return board && quantity ? [{ mac: board.macAddress, quantity: quantity.key }] : [];
};

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
  // With one meter the card names it, not each curve.
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
