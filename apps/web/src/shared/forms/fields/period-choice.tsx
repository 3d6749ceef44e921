import { Button } from '@mantine/core';
import type { Zone } from '@nascente/domain/base/time/zone';
import { useState } from 'react';
import { useToday } from '../../consumption/use-now.ts';
import { DayRangeFields } from './day-range-fields.tsx';
import type { Period } from './period.ts';
import styles from './period-choice.module.css';

interface PeriodChoiceProps {
  readonly period: Period;
  /** The zone that bounds days: today is the last choice. */
  readonly zone: Zone;
  readonly shown?: Required<Period> | undefined;
  readonly onChange: (period: Period) => void;
}

/** As many days as the longest year has. */
const MAX_DAYS = 366;

export const PeriodChoice = ({ period, zone, shown, onChange }: PeriodChoiceProps) => {
  const today = useToday(zone);
  const [typed, setTyped] = useState<Required<Period> | null>(null);
  const start = typed?.start ?? period.start ?? shown?.start ?? '';
  const end = typed?.end ?? period.end ?? shown?.end ?? '';
  const clear = (): void => {
    setTyped(null);
    onChange({});
  };
  return (
    <div className={styles.period} data-tour="groups-period">
      <DayRangeFields
        start={start}
        end={end}
        max={today}
        longest={MAX_DAYS}
        onType={(first, last) => setTyped({ start: first, end: last })}
        onChange={onChange}
      />
      {(typed !== null || period.start !== undefined) && (
        <Button variant="default" onClick={clear}>
          Ciclo atual
        </Button>
      )}
    </div>
  );
};
