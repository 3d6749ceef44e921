import { readDay } from '@nascente/contract/energy/consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { readLastFrame } from '@nascente/contract/telemetry/readings';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { request } from '../../../shared/api/api-client.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { type GenerationWay, generatedDayNow } from '../generation/generated.ts';
import { type LiveReading, readingOfFrame } from '../live/live-reading.ts';
import {
  additionsTo,
  type Day,
  type DayNow,
  dayNow,
  measuredTotal,
  NO_ADDITIONS,
  pendingReadings,
} from './day-now.ts';

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
