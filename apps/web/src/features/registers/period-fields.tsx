import type { CivilDate } from '@nascente/domain/time/civil-day';
import { useState } from 'react';
import { DayRangeFields } from '../../shared/forms/day-range-fields.tsx';
import type { RegistersSearch } from './registers-search.ts';

interface PeriodFieldsProps {
  readonly search: RegistersSearch;
  readonly today: CivilDate;
  readonly onChange: (change: Partial<RegistersSearch>) => void;
}

/** First and last day of what is listed. */
export const PeriodFields = ({ search, today, onChange }: PeriodFieldsProps) => {
  const [typed, setTyped] = useState<{ readonly start: string; readonly end: string }>(search);
  return (
    <DayRangeFields
      start={typed.start}
      end={typed.end}
      max={today}
      onType={(start, end) => setTyped({ start, end })}
      onChange={onChange}
    />
  );
};
