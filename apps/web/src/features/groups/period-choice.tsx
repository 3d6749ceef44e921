import { Button, TextInput } from '@mantine/core';
import '../../shared/forms/form-styles.ts';
import { isCivilDate } from '@nascente/domain/time/civil-day';
import { DEFAULT_ZONE } from '@nascente/domain/time/zone';
import { useState } from 'react';
import { useToday } from '../../shared/consumption/use-now.ts';
import type { Period } from './period.ts';
import styles from './period-choice.module.css';

interface PeriodChoiceProps {
  readonly period: Period;
  /** The days that are shown while none are chosen. */
  readonly shown?: Required<Period> | undefined;
  readonly onChange: (period: Period) => void;
}

/** First and last day; a change counts as soon as both make a period. Without them, the current cycle. */
export const PeriodChoice = ({ period, shown, onChange }: PeriodChoiceProps) => {
  const today = useToday(DEFAULT_ZONE);
  const [typed, setTyped] = useState<Required<Period> | null>(null);
  const start = typed?.start ?? period.start ?? shown?.start ?? '';
  const end = typed?.end ?? period.end ?? shown?.end ?? '';
  const isBackwards = isCivilDate(start) && isCivilDate(end) && end < start;
  const change = (first: string, last: string): void => {
    setTyped({ start: first, end: last });
    if (isCivilDate(first) && isCivilDate(last) && first <= last) onChange({ start: first, end: last });
  };
  const clear = (): void => {
    setTyped(null);
    onChange({});
  };
  return (
    <div className={styles.period} data-tour="groups-period">
      <TextInput
        type="date"
        label="De"
        value={start}
        max={today}
        onChange={(event) => change(event.currentTarget.value, end)}
      />
      <TextInput
        type="date"
        label="Até"
        value={end}
        max={today}
        error={isBackwards && 'A data final deve ser posterior à inicial.'}
        onChange={(event) => change(start, event.currentTarget.value)}
      />
      {(typed !== null || period.start !== undefined) && (
        <Button variant="default" onClick={clear}>
          Ciclo atual
        </Button>
      )}
    </div>
  );
};
