import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { useMemo } from 'react';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { type GenerationWay, generatedDayNow } from '../generation/generated.ts';
import { useLedger } from '../use-ledger.ts';
import { type DayNow, dayNow, measuredTotal } from './day-now.ts';
import { additionsTo, NO_ADDITIONS, pendingReadings } from './live-additions.ts';
import { useDay } from './use-day.ts';

interface Shown {
  readonly date: CivilDate;
  readonly today: CivilDate;
  /** Of a meter at an inverter; null of any other. */
  readonly way: GenerationWay | null;
}

const asShown = (day: DayNow, way: GenerationWay | null): DayNow =>
  way === null ? day : generatedDayNow(day, way);

/** Today with the live messages on top, and the day on screen, which mostly is today. */
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
