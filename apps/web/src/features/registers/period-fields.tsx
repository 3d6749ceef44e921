import { TextInput } from '@mantine/core';
import '../../shared/forms/form-styles.ts';
import { type CivilDate, isCivilDate } from '@nascente/domain/time/civil-day';
import { useState } from 'react';
import type { RegistersSearch } from './registers-search.ts';

interface PeriodFieldsProps {
  readonly search: RegistersSearch;
  readonly today: CivilDate;
  readonly onChange: (given: Partial<RegistersSearch>) => void;
}

/** First and last day; a change counts as soon as both make a period. */
export const PeriodFields = ({ search, today, onChange }: PeriodFieldsProps) => {
  const [start, setStart] = useState<string>(search.start);
  const [end, setEnd] = useState<string>(search.end);
  const isBackwards = isCivilDate(start) && isCivilDate(end) && end < start;
  const change = (first: string, last: string): void => {
    setStart(first);
    setEnd(last);
    if (isCivilDate(first) && isCivilDate(last) && first <= last) onChange({ start: first, end: last });
  };
  return (
    <>
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
    </>
  );
};
