import { readDay } from '@nascente/contract/energy/consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { readLastFrame } from '@nascente/contract/telemetry/readings';
import { addDays, type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { formatShortDay, formatWeekdayDay } from '@nascente/domain/base/units/format';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { request } from '../../../shared/api/api-client.ts';
import { BarChart } from '../../../shared/charts/bar-chart.tsx';
import { chartState } from '../../../shared/charts/chart-frame.tsx';
import {
  moneyOf,
  quantityOf,
  quantityText,
  type ShownKind,
  unitOfKind,
} from '../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../shared/consumption/amount-number.tsx';
import { isUnmeasured, measuredText } from '../../../shared/consumption/completeness.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Loading, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import { StepButtons } from '../../../shared/ui/step-buttons.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import { type GenerationWay, generatedDayNow } from '../generation/generated.ts';
import { type LiveReading, readingOfFrame } from '../live/live-reading.ts';
import type { MeterView } from '../meter-view.ts';
import classes from './day-card.module.css';
import {
  additionsTo,
  type Day,
  type DayNow,
  dayNow,
  measuredTotal,
  NO_ADDITIONS,
  pendingReadings,
} from './day-now.ts';
import { HOURS_NAMES, hourChart } from './hour-bars.ts';

interface CountedDay {
  readonly day: Day;
  /** Device time of the newest reading the server knew right after summing the day. */
  readonly countedUntil: Instant | null;
}

const REFRESH_MS = 60_000;
const LATE_READINGS_MS = 5 * 60_000;

/** The newest reading is queried after the day, so that no reading counts twice. */
const readCountedDay = async (mac: Mac, date: CivilDate, signal: AbortSignal): Promise<CountedDay> => {
  const day = await request(readDay, { params: { mac }, query: { date } }, signal);
  const { value } = await request(readLastFrame, { body: { id: mac } }, signal);
  return { day, countedUntil: value === null ? null : instant(Date.parse(value.date)) };
};

/** Today is refetched every minute; live messages are added in between. */
const useDay = (mac: Mac, date: CivilDate, today: CivilDate) =>
  useQuery({
    queryKey: ['countedDay', mac, date],
    queryFn: ({ signal }) => readCountedDay(mac, date, signal),
    refetchInterval: date === today ? REFRESH_MS : false,
    staleTime: date === today ? 0 : LATE_READINGS_MS,
    placeholderData: keepPreviousData,
  });

const EMPTY: readonly LiveReading[] = [];

/** Adds a message once, and drops messages the server has counted meanwhile. */
export const entered = (
  ledger: readonly LiveReading[],
  reading: LiveReading,
  countedUntil: Instant | null,
): readonly LiveReading[] => {
  const isCounted = (at: Instant): boolean => countedUntil !== null && at <= countedUntil;
  if (isCounted(reading.at) || ledger.some(({ at }) => at === reading.at)) return ledger;
  return [...ledger.filter(({ at }) => !isCounted(at)), reading];
};

/** Live messages missing in the server's total of today. */
const useLedger = (countedUntil: Instant | null) => {
  const [ledger, setLedger] = useState(EMPTY);
  const counted = useRef(countedUntil);
  useEffect(() => {
    counted.current = countedUntil;
  }, [countedUntil]);
  const enter = useCallback(
    (frame: Frame) => setLedger((ledger) => entered(ledger, readingOfFrame(frame), counted.current)),
    [],
  );
  return { ledger, enter };
};

interface Shown {
  readonly date: CivilDate;
  readonly today: CivilDate;
  /** The flow direction at an inverter's meter; otherwise null. */
  readonly way: GenerationWay | null;
}

const asShown = (day: DayNow, way: GenerationWay | null): DayNow =>
  way === null ? day : generatedDayNow(day, way);

/** Today with live messages, and the day on screen, which is mostly today. */
export const useDays = (board: Board, mac: Mac, { date, today, way }: Shown) => {
  const shown = useDay(mac, date, today);
  const current = useDay(mac, today, today);
  const countedUntil = current.data?.countedUntil ?? null;
  const { ledger, enter } = useLedger(countedUntil);
  const prices = current.data?.day.prices ?? null;
  const zone = zoneOf(board);
  const todayNow = useMemo(() => {
    if (current.data === undefined || current.data.day.date !== today) return null;
    const additions = additionsTo(today, zone, board.type, pendingReadings(ledger, countedUntil));
    return asShown(dayNow(current.data.day, additions, prices), way);
  }, [current.data, today, zone, board.type, ledger, countedUntil, prices, way]);
  const otherDay = useMemo(() => {
    if (shown.data === undefined || shown.data.day.date !== date) return null;
    return asShown(dayNow(shown.data.day, NO_ADDITIONS, shown.data.day.prices), way);
  }, [shown.data, date, way]);
  return {
    day: date === today ? todayNow : otherDay,
    todayTotal: todayNow === null ? null : measuredTotal(todayNow),
    failure: shown.error,
    retry: () => void shown.refetch(),
    prices,
    shownPrices: shown.data?.day.prices ?? null,
    basis: shown.data?.day.basis ?? 'tariff',
    enter,
  };
};

/** The day in the address if it can be shown, otherwise today. */
export const dayFrom = (text: string | null, first: CivilDate | null, today: CivilDate): CivilDate => {
  if (text === null || !isCivilDate(text) || text > today) return today;
  return first !== null && text < first ? first : text;
};

export const neighboursOf = (day: CivilDate, first: CivilDate | null, today: CivilDate) => ({
  previous: first !== null && day <= first ? null : addDays(day, -1),
  next: day >= today ? null : addDays(day, 1),
});

interface DayCardProps extends Omit<MeterView, 'board' | 'period'> {
  /** Scroll target when a day is chosen elsewhere. */
  readonly dayRef: RefObject<HTMLDivElement | null>;
  readonly date: CivilDate;
  readonly first: CivilDate | null;
  readonly currentHour: number;
  /** The basis of the prices. */
  readonly basis: 'contract' | 'tariff';
  readonly day: DayNow | null;
  readonly failure: Error | null;
  readonly onRetry: () => void;
}

const LITRES = 1000;
const NO_DAY: DayNow = { total: 0, injected: 0, cost: null, completeness: 0, windows: null, hours: [] };

const Totals = ({ day, kind, unit }: { day: DayNow; kind: ShownKind; unit: Unit }) => {
  const litres = kind === 'water' && day.total < 10;
  const quantity = litres ? (
    <BigNumber
      value={quantityOf(day.total * LITRES, 'eletric').value}
      unit="L"
      muted={unit === 'money' && day.cost !== null}
    />
  ) : (
    <AmountNumber amount={quantityOf(day.total, kind)} muted={unit === 'money' && day.cost !== null} />
  );
  const money = day.cost !== null && <AmountNumber amount={moneyOf(day.cost)} muted={unit === 'energy'} />;
  return (
    <div className={classes.totals}>
      {unit === 'money' ? money : quantity}
      {unit === 'money' ? quantity : money}
      {day.injected > 0 && (
        <span className={classes.injected}>
          <i /> {quantityText(day.injected, 'eletric')} injetados
        </span>
      )}
    </div>
  );
};

/** Bill lines that no hour contains. */
const pricingOf = (basis: 'contract' | 'tariff', unit: Unit): readonly string[] =>
  unit === 'money' && basis === 'contract' ? ['preços da fatura, sem as outras linhas dela'] : [];

export const DayCard = (props: DayCardProps) => {
  const { kind, dayRef, date, today, first, currentHour, unit, prices, basis, day, failure, onRetry, onDay } =
    props;
  const { previous, next } = neighboursOf(date, first, today);
  const isToday = date === today;
  const { unit: shownUnit, ...content } = useMemo(
    () =>
      hourChart({
        day: day ?? NO_DAY,
        date,
        currentHour: isToday ? currentHour : null,
        kind,
        unit,
        prices,
      }),
    [day, date, isToday, currentHour, kind, unit, prices],
  );
  const unitName = shownUnit === 'money' ? 'R$' : unitOfKind(kind);
  const label = `${HOURS_NAMES[kind]} por hora, ${formatWeekdayDay(date)}, em ${unitName}`;
  const state = chartState(
    { data: day, error: failure, refetch: onRetry },
    day !== null && isUnmeasured(day),
  );
  return (
    <Card
      tour="meter-day"
      title="Dia"
      span={7}
      className={classes.card}
      action={
        <StepButtons
          label={isToday ? `hoje, ${formatShortDay(date)}` : formatWeekdayDay(date)}
          previous="Dia anterior"
          next="Próximo dia"
          onPrevious={previous === null ? null : () => onDay(previous)}
          onNext={next === null ? null : () => onDay(next)}
        />
      }
    >
      <div ref={dayRef} className={classes.place} tabIndex={-1}>
        {day !== null && state.kind === 'ready' && <Totals day={day} kind={kind} unit={unit} />}
        {day === null && failure === null && (
          <Loading label="Carregando o dia">
            <SkeletonLine width={10} size="stat" />
          </Loading>
        )}
      </div>
      <BarChart
        {...content}
        label={label}
        state={state}
        height={230}
        note={[`${unitName} por hora`, measuredText(day ?? NO_DAY), ...pricingOf(basis, shownUnit)].join(
          ' · ',
        )}
      />
    </Card>
  );
};
