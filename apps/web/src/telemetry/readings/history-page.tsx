import { Button, NativeSelect } from '@mantine/core';
import { type ExportFormat, type ExportRows, exportReadings } from '@nascente/contract/energy/exports';
import type { Board } from '@nascente/contract/sites/meters';
import { MAXIMUM_RANGE_MESSAGE } from '@nascente/contract/telemetry/readings';
import { readRegisters } from '@nascente/contract/telemetry/registers';
import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatDayRange, formatShortDay } from '@nascente/domain/base/units/format';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { PHASE_QUANTITIES } from '@nascente/domain/telemetry/frames/frame-fields';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { queryFor, requestFile } from '../../shared/api/api-client.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import type { Series } from '../../shared/explorer/curves/use-curves.ts';
import { Explorer } from '../../shared/explorer/explorer.tsx';
import type { Viewport } from '../../shared/explorer/plot/viewport.ts';
import { quantitiesOf } from '../../shared/explorer/quantities.ts';
import { Choice } from '../../shared/forms/fields/choice.tsx';
import { DateInput } from '../../shared/forms/fields/date-input.tsx';
import { useFocusBack } from '../../shared/forms/use-focus-back.ts';
import { MeterGate, RestingMeter } from '../../shared/meter-gate.tsx';
import { useScreenExists } from '../../shared/screen-paths.tsx';
import { DownloadButtons } from '../../shared/ui/download-buttons.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonFields, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { announce, METER_AREA_MS } from '../../shared/ui/snackbar.tsx';
import { type ColumnGroup, columnGroupOf, columnGroupsOf } from './frame-columns.ts';
import classes from './history.module.css';
import {
  faultsOf,
  type HistoryRange,
  type HistorySearch,
  presetsOf,
  useHistory,
  useHistorySearch,
} from './history-search.ts';
import { ReadingsCard } from './readings-card.tsx';

interface RangeFormProps {
  readonly range: HistoryRange;
  readonly isLastHour: boolean;
  readonly today: CivilDate;
  readonly isSearching: boolean;
  readonly onSearch: (range: HistoryRange) => void;
  readonly onLastHour: () => void;
  readonly onReload: () => void;
}

/** Text typed over the current days; a change of days replaces it. */
interface Typed {
  readonly start: string;
  readonly end: string;
  readonly over: string;
}

const RangeForm = (props: RangeFormProps) => {
  const { range, isLastHour, today, isSearching, onSearch, onLastHour, onReload } = props;
  const [typed, setTyped] = useState<Typed | null>(null);
  const over = `${range.start} ${range.end}`;
  const { start, end } = typed?.over === over ? typed : range;
  const [wasTried, setTried] = useState(false);
  const holdFocus = useFocusBack(isSearching);
  const faults = faultsOf(start, end, today);
  const look = (act: () => void) => {
    holdFocus();
    setTried(false);
    act();
  };
  const lookAtReady = (act: () => void) => {
    setTyped(null);
    look(act);
  };
  const search = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (faults.end === MAXIMUM_RANGE_MESSAGE) {
      announce(MAXIMUM_RANGE_MESSAGE, { tone: 'bad', lastsMs: METER_AREA_MS });
    }
    if (faults.start !== null || faults.end !== null) return;
    look(() => onSearch({ start: start as CivilDate, end: end as CivilDate }));
  };
  return (
    <form className={classes.form} onSubmit={search} noValidate>
      <DateInput
        label="Data inicial"
        value={start}
        max={today}
        error={wasTried ? faults.start : null}
        onChange={(day) => setTyped({ start: day, end, over })}
      />
      <DateInput
        label="Data final"
        value={end}
        max={today}
        error={wasTried ? faults.end : null}
        onChange={(day) => setTyped({ start, end: day, over })}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={isSearching}>
          Pesquisar
        </Button>
        <IconButton icon="refresh" label="Recarregar" outlined disabled={isSearching} onClick={onReload} />
      </div>
      <fieldset className={classes.presets} aria-label="Períodos prontos" data-tour="history-last-hour">
        <button type="button" aria-pressed={isLastHour} onClick={() => lookAtReady(onLastHour)}>
          Última hora
        </button>
        {presetsOf(today).map(({ name, range: preset }) => (
          <button
            key={name}
            type="button"
            aria-pressed={!isLastHour && preset.start === range.start && preset.end === range.end}
            onClick={() => lookAtReady(() => onSearch(preset))}
          >
            {name}
          </button>
        ))}
      </fieldset>
    </form>
  );
};

interface CurveCardProps {
  readonly board: Board;
  readonly search: HistorySearch;
  readonly history: Pick<ReturnType<typeof useHistory>, 'span' | 'reloads'>;
  readonly onChange: (changes: Partial<HistorySearch>) => void;
}

/** The curves of each column group. */
const CURVES: ReadonlyMap<string, readonly string[]> = new Map([
  ...PHASE_QUANTITIES.flatMap(({ history, level }): [string, readonly string[]][] => {
    if (history === undefined) return [];
    const curves =
      level === undefined
        ? ['consumed', 'injected']
        : [level.key, ...['A', 'B', 'C'].map((phase) => `${level.key}${phase}`)];
    return [[history.key, curves]];
  }),
  ['volume', ['volume']],
  ['vazao', ['flow']],
]);

/** By phase where the meter has phases, else their totals. */
const seriesOf = (board: Board, group: ColumnGroup): Series[] => {
  const wanted = CURVES.get(group.key) ?? [];
  const all = quantitiesOf(board)
    .filter(({ key }) => wanted.includes(key))
    .map((quantity) => ({ id: `${board.macAddress}~${quantity.key}`, board, quantity }));
  const byPhase = all.filter(({ quantity }) => /[ABC]$/.test(quantity.key));
  return byPhase.length > 1 ? byPhase : all;
};

const viewOf = (
  { range, isLastHour }: HistorySearch,
  { dateIn, dateOut }: CurveCardProps['history']['span'],
  zone: Zone,
): Viewport =>
  isLastHour
    ? { from: Number(dateIn), to: Number(dateOut) }
    : { from: startOfDay(range.start, zone), to: endOfDay(range.end, zone) };

const iso = (at: number): string => new Date(at).toISOString();

/** The table's quantities as zoomable curves, with a link to the Explorer. */
const CurveCard = ({ board, search, history, onChange }: CurveCardProps) => {
  const zone = zoneOf(board);
  const groups = columnGroupsOf(board);
  const group = columnGroupOf(board, search.quantity);
  const series = useMemo(() => seriesOf(board, group), [board, group]);
  const searched = viewOf(search, history.span, zone);
  const [looked, setLooked] = useState<{ readonly of: Viewport; readonly view: Viewport } | null>(null);
  const isOfSearch = looked !== null && looked.of.from === searched.from && looked.of.to === searched.to;
  const view = isOfSearch ? looked.view : searched;
  const address = new URLSearchParams({
    ver: series.map(({ id }) => id).join(','),
    de: iso(view.from),
    ate: iso(view.to),
  });
  return (
    <Card
      title="Gráfico"
      action={
        <div className={classes.chartAction}>
          <TextLink to={`/explore?${address}`}>Abrir em Curvas</TextLink>
          <NativeSelect
            className={classes.quantity}
            aria-label="Grandeza"
            data={groups.map(({ key, name }) => ({ value: key, label: name }))}
            value={group.key}
            onChange={({ target }) => onChange({ quantity: target.value })}
          />
        </div>
      }
    >
      <Explorer
        title={group.name}
        series={series}
        view={view}
        zone={zone}
        compared={null}
        isBrief
        onView={(next) => setLooked({ of: searched, view: next })}
      />
    </Card>
  );
};

interface ExportCardProps {
  readonly mac: string;
  readonly zone: Zone;
  readonly span: { readonly dateIn: string | number; readonly dateOut: string | number };
}

type Rows = ExportRows | 'each';

const ROWS: readonly { readonly value: Rows; readonly label: string }[] = [
  { value: 'each', label: 'Cada leitura' },
  { value: '15m', label: 'A cada 15 minutos' },
  { value: '1h', label: 'Por hora, com o custo' },
  { value: '1d', label: 'Por dia, com o custo' },
];

const NAMES: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', xlsx: 'Excel' };

/** The day in the meter's zone. */
const dayOf = (boundary: string | number, zone: Zone): string =>
  typeof boundary === 'string' ? boundary : civilDateAt(instant(boundary), zone);

const fileName = ({ mac, zone, span: { dateIn, dateOut } }: ExportCardProps, format: ExportFormat): string =>
  `leituras-${mac.replaceAll(':', '')}-${dayOf(dateIn, zone)}-${dayOf(dateOut, zone)}.${format}`;

const ExportCard = (props: ExportCardProps) => {
  const { mac, span } = props;
  const [rows, setRows] = useState<Rows>('each');
  const fetchFile = (format: ExportFormat) => {
    const period = { start: String(span.dateIn), end: String(span.dateOut) };
    const every = rows === 'each' ? {} : { every: rows };
    return requestFile(exportReadings, { params: { mac }, query: { ...period, format, ...every } });
  };
  return (
    <Card tour="history-export" title="Exportar" qualifier="o período pesquisado">
      <div className={classes.export}>
        <Choice label="Linhas" options={ROWS} value={rows} onChoose={setRows} />
        <DownloadButtons
          formats={NAMES}
          fetchFile={fetchFile}
          fileName={(format) => fileName(props, format)}
          lastsMs={METER_AREA_MS}
        />
      </div>
    </Card>
  );
};

/** Links to the registers of meters that have them. */
const RegistersLink = ({ board, today }: { readonly board: Board; readonly today: CivilDate }) => {
  const { macAddress: mac } = board;
  const { data } = useQuery({
    ...queryFor(readRegisters, { params: { mac }, query: { start: today, end: today } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.counts ? <TextLink to={`/meter/${mac}/registers`}>Ver registradores</TextLink> : null;
};

const Links = ({ board, today }: { readonly board: Board; readonly today: CivilDate }) => {
  const system = `/system/${encodeURIComponent(board.system ?? '')}`;
  const hasSystem = useScreenExists(system) && board.system !== null;
  return (
    <div className={classes.links}>
      <TextLink to={`/meter/${board.macAddress}`}>Ver medidor</TextLink>
      <RegistersLink board={board} today={today} />
      {hasSystem && <TextLink to={system}>Ver sistema {board.system}</TextLink>}
    </div>
  );
};

const HistoryScreen = ({ board, mac }: { readonly board: Board; readonly mac: Mac }) => {
  const today = useToday(zoneOf(board));
  const { search, change } = useHistorySearch(today);
  const history = useHistory(mac, search);
  const { start, end } = search.range;
  const shown = search.isLastHour
    ? 'última hora'
    : start === end
      ? formatShortDay(start)
      : formatDayRange(start, end);
  return (
    <Page
      title={`Histórico de ${board.name}`}
      overline={board.establishmentName}
      action={<Links board={board} today={today} />}
    >
      <Card tour="history-period" title="Período" qualifier={shown}>
        <div className={classes.period}>
          <RangeForm
            range={search.range}
            isLastHour={search.isLastHour}
            today={today}
            isSearching={history.isLoading}
            onSearch={(range) => {
              const isSame = !search.isLastHour && range.start === start && range.end === end;
              if (isSame && search.page === 1) history.reload();
              else change({ range, isLastHour: false, page: 1 });
            }}
            onReload={history.reload}
            onLastHour={() => {
              history.reload();
              change({ isLastHour: true, page: 1 });
            }}
          />
          {search.notice !== null && !search.isLastHour && <Notice tone="info">{search.notice}</Notice>}
        </div>
      </Card>
      <CurveCard board={board} search={search} history={history} onChange={change} />
      <ReadingsCard board={board} search={search} history={history} onChange={change} />
      <ExportCard mac={mac} zone={zoneOf(board)} span={history.span} />
    </Page>
  );
};

const RESTING = { Período: <SkeletonFields fields={1} />, Leituras: <SkeletonRows rows={6} /> };

export const HistoryPage = () => (
  <MeterGate title="Histórico" skeleton={<RestingMeter title="Histórico" cards={RESTING} />}>
    {(board, mac) => <HistoryScreen board={board} mac={mac} />}
  </MeterGate>
);
