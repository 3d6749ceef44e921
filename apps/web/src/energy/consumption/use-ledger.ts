import type { Instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type LiveReading, readingOfFrame } from './live/live-reading.ts';

const NOTHING: readonly LiveReading[] = [];

/** With a message entered: once, and without those that the server has counted meanwhile. */
export const entered = (
  ledger: readonly LiveReading[],
  reading: LiveReading,
  countedUntil: Instant | null,
): readonly LiveReading[] => {
  const isCounted = (at: Instant): boolean => countedUntil !== null && at <= countedUntil;
  if (isCounted(reading.at) || ledger.some(({ at }) => at === reading.at)) return ledger;
  return [...ledger.filter(({ at }) => !isCounted(at)), reading];
};

/** The live messages that today's total of the server does not hold yet. */
export const useLedger = (countedUntil: Instant | null) => {
  const [ledger, setLedger] = useState(NOTHING);
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
