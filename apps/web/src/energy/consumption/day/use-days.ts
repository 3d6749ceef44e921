import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { type GenerationWay, generatedDayNow } from '../generation/generated.ts';
import { type LiveReading, readingOfFrame } from '../live/live-reading.ts';
import { type DayNow, dayNow, measuredTotal } from './day-now.ts';
import { additionsTo, NO_ADDITIONS, pendingReadings } from './live-additions.ts';
import { useDay } from './use-day.ts';

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
