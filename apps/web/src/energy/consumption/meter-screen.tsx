import { readMonth } from '@nascente/contract/energy/consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { type Connecting, readConnecting } from '@nascente/contract/telemetry/connecting';
import { type CivilDate, civilDateAt, daysBetween } from '@nascente/domain/base/time/civil-day';
import { monthOf } from '@nascente/domain/base/time/civil-month';
import { type Instant, instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import { formatNumber } from '@nascente/domain/base/units/format';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { queryFor } from '../../shared/api/api-client.ts';
import { type AddressChanges, useAddress } from '../../shared/api/use-address.ts';
import { isInverter } from '../../shared/boards/solar-role.ts';
import { quantityOf, type ShownKind } from '../../shared/consumption/amount.ts';
import { AmountNumber } from '../../shared/consumption/amount-number.tsx';
import { isUnmeasured } from '../../shared/consumption/completeness.ts';
import { useHour, useNow, useTodayOfFigures } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { type Connection, connectionOf } from '../../shared/live/connection.ts';
import type { LiveMeter } from '../../shared/live-meters.ts';
import { useScreenExists } from '../../shared/screen-paths.tsx';
import { useMay } from '../../shared/session-state/use-may.ts';
import { TourOfPart } from '../../shared/tour-of-part.tsx';
import { BigNumber } from '../../shared/ui/marks/big-number.tsx';
import { IconLink } from '../../shared/ui/marks/icon-button.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Foldable, useUnfold } from '../../shared/ui/page/folding.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { UnitToggle } from '../../shared/ui/unit-toggle.tsx';
import { type Unit, useUnit } from '../../shared/use-unit.ts';
import { AnalysisSection, useInjects } from './analysis/analysis-section.tsx';
import { BillCard } from './bill/bill-card.tsx';
import { ConnectCard, ConnectionTags } from './connect/connect-card.tsx';
import { DayCard, dayFrom, useDays } from './day/day-card.tsx';
import { generatingReading, useGenerationWay } from './generation/generated.ts';
import { GenerationCard } from './generation/generation-card.tsx';
import classes from './live/live-card.module.css';
import { LiveCard } from './live/live-card.tsx';
import { newestOf, useLiveReadings } from './live/use-live-readings.ts';
import styles from './meter-actions.module.css';
import { MeterIndex } from './meter-index.tsx';
import { MonthCard } from './month/month-card.tsx';
import { monthFrom } from './month/month-tile.tsx';
import { NightFlowCard } from './night-flow/night-flow-card.tsx';
import { PastCard } from './past/past-card.tsx';
import { PeriodCard } from './period/period-card.tsx';
import { EARLIEST_START, periodFrom } from './period/period-range.ts';

/** Why nothing arrives live where the connection to the server is the cause. */
export const BarredNotice = ({ connection }: { readonly connection: Connection }) =>
  connection.kind === 'disconnected' &&
  connection.isBarred && (
    <Notice title="Sem valores ao vivo por este endereço." live>
      O servidor responde, mas a ligação ao vivo (WebSocket em /mqtt) não passa por {window.location.host}.
      Abra pelo endereço principal ou avise quem cuida do servidor. As medições continuam sendo guardadas.
    </Notice>
  );

interface WaterVolumesProps {
  readonly board: Board;
  /** m³ of today with live messages; null while unknown or unmeasured. */
  readonly today: number | null;
}

const LITRES_PER_CUBIC_METRE = 1000;
const NONE = '–';

const WaterVolumes = ({ board, today }: WaterVolumesProps) => {
  const { data } = useQuery(queryFor(readMonth, { params: { mac: board.macAddress } }));
  return (
    <>
      <div className={classes.volume}>
        <p className={classes.label}>Hoje</p>
        <BigNumber
          size="card"
          value={today === null ? NONE : formatNumber(today * LITRES_PER_CUBIC_METRE, 0)}
          unit="L"
        />
      </div>
      <div className={classes.volume}>
        <p className={classes.label}>Neste ciclo</p>
        {data === undefined || isUnmeasured(data.consolidated) ? (
          <BigNumber size="card" value={NONE} unit="m³" />
        ) : (
          <AmountNumber size="card" amount={quantityOf(data.consolidated.total, 'water')} />
        )}
      </div>
    </>
  );
};

interface MeterActionsProps {
  readonly board: Board;
  readonly unit: Unit;
  readonly onUnit: (unit: Unit) => void;
}

const MeterActions = ({ board, unit, onUnit }: MeterActionsProps) => {
  const path = `/editBoard/${board.macAddress}`;
  const mayEditMeter = useMay('edit-meter');
  const mayEdit = useScreenExists(path) && mayEditMeter;
  return (
    <div className={styles.actions}>
      {mayEdit && <IconLink icon="edit" label="Editar medidor" to={path} />}
      {!isInverter(board) && (
        <UnitToggle value={unit} onChange={onUnit} energyUnit={board.type === 'water' ? 'm³' : 'kWh'} />
      )}
    </div>
  );
};

/** Without a tariff there are no costs, which generation never has; editors get a link to choose one. */
const MissingTariff = ({ board }: { readonly board: Board }) => {
  const path = `/editBoard/${board.macAddress}`;
  const exists = useScreenExists(path);
  const mayEditMeter = useMay('edit-meter');
  if (board.tax !== null || isInverter(board)) return null;
  return (
    <Notice tone="warn" action={exists && mayEditMeter && <TextLink to={path}>Escolher tarifa</TextLink>}>
      Não foi encontrado tarifa para o medidor, sem isso não podemos calcular o consumo diário.
    </Notice>
  );
};

const REFRESH_MS = 10_000;

/**
 * How to connect the board of a meter without any message; null once a message or reading exists and where the server
 * does not know, undefined while it loads.
 */
const useConnecting = (board: Board, hasReceived: boolean): Connecting | null | undefined => {
  const isNew = board.lastSeen === null && !hasReceived;
  const { data, error } = useQuery({
    ...queryFor(readConnecting, { params: { mac: board.macAddress } }),
    enabled: isNew,
    refetchInterval: REFRESH_MS,
  });
  if (!isNew) return null;
  if (data === undefined) return error === null ? undefined : null;
  return data.connecting.isMeasured ? null : data.connecting;
};

/** Parameters of the address, so that a link shows the same page. */
type SearchName = 'dia' | 'mes' | 'inicio' | 'fim';

const useSearchState = () => {
  const [address, changeAddress] = useAddress();
  const change: (changes: Partial<Record<SearchName, string | null>> & AddressChanges) => void =
    changeAddress;
  return { read: (name: SearchName) => address.get(name), change };
};

interface ConnectionNowProps {
  readonly live: LiveMeter;
  readonly board: Board;
  readonly children: (connection: Connection, now: Instant) => ReactNode;
}

/** Renders the connection every second without the screen around it. */
const ConnectionNow = ({ live, board, children }: ConnectionNowProps) => {
  const now = useNow(SECOND_MS);
  return children(connectionOf(live, board, now), now);
};

/** Days before the installation cannot be opened. */
const firstDayOf = (board: Board): CivilDate => {
  const installed = civilDateAt(instant(Date.parse(board.installedAt)), zoneOf(board));
  return daysBetween(EARLIEST_START, installed) > 0 ? installed : EARLIEST_START;
};

export const MeterScreen = ({ board, mac }: { readonly board: Board; readonly mac: Mac }) => {
  const zone = zoneOf(board);
  const today = useTodayOfFigures(zone);
  const hour = useHour(zone);
  const [chosenUnit, setUnit] = useUnit();
  const kind: ShownKind = isInverter(board) ? 'generation' : board.type;
  const unit = kind === 'generation' ? 'energy' : chosenUnit;
  const { read, change } = useSearchState();
  const unfold = useUnfold();
  const dayRef = useRef<HTMLDivElement>(null);

  const firstDay = firstDayOf(board);
  const date = dayFrom(read('dia'), firstDay, today);
  const month = monthFrom(read('mes'), date, firstDay, today);
  const period = periodFrom(read('inicio'), read('fim'), today);
  const way = useGenerationWay(board, today);
  const days = useDays(board, mac, { date, today, way });
  const { day, todayTotal, failure, retry, prices, shownPrices, basis, enter } = days;
  const { live, window: received } = useLiveReadings(board, mac, enter);
  const window = useMemo(
    () => (way === null ? received : received.map((reading) => generatingReading(reading, way))),
    [received, way],
  );
  const injects = useInjects(board, period);
  const connecting = useConnecting(board, live.frame !== null);

  const openDay = (next: CivilDate) => {
    change({ dia: next === today ? null : next, mes: monthOf(next) === month ? read('mes') : null });
  };
  const showDay = () => {
    flushSync(() => unfold('meter-day'));
    dayRef.current?.scrollIntoView({ block: 'nearest' });
  };
  const openDayFromAfar = (next: CivilDate) => {
    openDay(next);
    showDay();
  };
  const view = { board, kind, period, today, unit, prices, onDay: openDayFromAfar };

  const head = {
    title: board.name,
    overline: board.establishmentName,
    tags: (
      <ConnectionNow live={live} board={board}>
        {(connection, now) => (
          <ConnectionTags
            connection={connection}
            rssi={newestOf(window)?.rssi ?? null}
            now={now}
            zone={zone}
          />
        )}
      </ConnectionNow>
    ),
    action: <MeterActions board={board} unit={unit} onUnit={setUnit} />,
  };
  const barred = (
    <ConnectionNow live={live} board={board}>
      {(connection) => <BarredNotice connection={connection} />}
    </ConnectionNow>
  );
  const volumes = board.type === 'water' && <WaterVolumes board={board} today={todayTotal} />;
  if (connecting !== null)
    return (
      <Page {...head}>
        {barred}
        <ConnectCard board={board} connecting={connecting} />
        {board.hasPast && <PastCard board={board} />}
      </Page>
    );
  return (
    <Page {...head}>
      <MeterIndex kind={kind} injects={injects} hasPast={board.hasPast} />
      {barred}
      <MissingTariff board={board} />
      {kind === 'generation' ? (
        <GenerationCard board={board} today={today} generatedToday={todayTotal} />
      ) : (
        <BillCard {...view} />
      )}
      <Foldable name="meter-live">
        <ConnectionNow live={live} board={board}>
          {(connection, now) => (
            <LiveCard board={board} window={window} connection={connection} now={now}>
              {volumes}
            </LiveCard>
          )}
        </ConnectionNow>
      </Foldable>
      {board.type === 'water' && (
        <Foldable name="meter-night-flow">
          <NightFlowCard board={board} />
        </Foldable>
      )}
      <Foldable name="meter-day">
        <DayCard
          {...view}
          dayRef={dayRef}
          date={date}
          first={firstDay}
          currentHour={hour}
          prices={shownPrices}
          basis={basis}
          day={day}
          failure={failure}
          onRetry={retry}
          onDay={openDay}
        />
      </Foldable>
      <Foldable name="meter-month">
        <MonthCard
          {...view}
          month={month}
          day={date}
          first={firstDay}
          onDay={openDay}
          onShowDay={() => {
            showDay();
            dayRef.current?.focus({ preventScroll: true });
          }}
          onMonth={(next) => change({ mes: next === monthOf(date) ? null : next })}
        />
      </Foldable>
      <Foldable name="meter-period">
        <PeriodCard {...view} onPeriod={({ start, end }) => change({ inicio: start, fim: end })} />
      </Foldable>
      <TourOfPart title="Análise do período" tour="analysis" />
      <AnalysisSection {...view} />
      {board.hasPast && (
        <Foldable name="meter-past">
          <PastCard board={board} />
        </Foldable>
      )}
    </Page>
  );
};
