import { type CivilDate, civilDateAt, endOfDay } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { useEffect, useState } from 'react';
import { useFiguresMoment } from './figures-moment.ts';

const currentInstant = (): Instant => instant(Date.now());

/** The time, told again every `stepMs` while the page is on screen. */
export const useNow = (stepMs: number): Instant => {
  const [now, setNow] = useState(currentInstant);
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState === 'visible') setNow(currentInstant());
    };
    const timer = setInterval(tell, stepMs);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [stepMs]);
  return now;
};

/** Beyond midnight, so that a clock a little behind does not ask for yesterday once more. */
const AFTER_MIDNIGHT_MS = 500;

/** Today on the wall of a zone, which need not be the browser's; changes at that zone's midnight. */
export const useToday = (zone: Zone): CivilDate => {
  const [now, setNow] = useState(currentInstant);
  const today = civilDateAt(now, zone);
  useEffect(() => {
    const timer = setTimeout(
      () => setNow(currentInstant()),
      Math.max(endOfDay(today, zone) - Date.now(), 0) + AFTER_MIDNIGHT_MS,
    );
    const wake = () => setNow(currentInstant());
    document.addEventListener('visibilitychange', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [today, zone]);
  return today;
};

/** The day that the figures on a screen have for today: while nothing answers, that of the newest answer. */
export const useTodayOfFigures = (zone: Zone): CivilDate => {
  const today = useToday(zone);
  const moment = useFiguresMoment();
  return moment === null ? today : civilDateAt(moment, zone);
};
