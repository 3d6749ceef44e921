import { type CivilDate, civilDateAt, civilHourAt, endOfDay } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant, MINUTE_MS, type Zone } from '@nascente/domain/base/time/zone';
import { useEffect, useState } from 'react';
import { useFiguresMoment } from './figures-moment.ts';

const currentInstant = (): Instant => instant(Date.now());

/**
 * Calls `update` every `stepMs` while the page is visible.
 * @returns a function that stops the calls
 */
const whileVisible = (update: () => void, stepMs: number): (() => void) => {
  const updateVisible = () => {
    if (document.visibilityState === 'visible') update();
  };
  const timer = setInterval(updateVisible, stepMs);
  document.addEventListener('visibilitychange', updateVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', updateVisible);
  };
};

/** The time. It renders its component every `stepMs`, so it belongs in the leaf that shows the time. */
export const useNow = (stepMs: number): Instant => {
  const [now, setNow] = useState(currentInstant);
  useEffect(() => whileVisible(() => setNow(currentInstant()), stepMs), [stepMs]);
  return now;
};

/** The civil hour of a zone. It renders its component only when the hour changes. */
export const useHour = (zone: Zone): number => {
  const [hour, setHour] = useState(() => civilHourAt(currentInstant(), zone));
  useEffect(() => {
    const update = () => setHour(civilHourAt(currentInstant(), zone));
    update();
    return whileVisible(update, MINUTE_MS);
  }, [zone]);
  return hour;
};

/** A margin after midnight, for a clock slightly behind. */
const AFTER_MIDNIGHT_MS = 500;

/** Today in a zone, which may differ from the browser's; changes at its midnight. */
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

/** Today for the figures on screen: while no newer answers arrive, the day of the newest answer. */
export const useTodayOfFigures = (zone: Zone): CivilDate => {
  const today = useToday(zone);
  const moment = useFiguresMoment();
  return moment === null ? today : civilDateAt(moment, zone);
};
