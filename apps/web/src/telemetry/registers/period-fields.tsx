import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { useState } from 'react';
import { DayRangeFields } from '../../shared/forms/fields/day-range-fields.tsx';
import type { RegistersSearch } from './registers-search.ts';

interface PeriodFieldsProps {
  readonly search: RegistersSearch;
  readonly today: CivilDate;
  readonly onChange: (change: Partial<RegistersSearch>) => void;
}

/** First and last day of what is listed. */
export const PeriodFields = ({ search, today, onChange }: PeriodFieldsProps) => {
  const [typed, setTyped] = useState<{ readonly start: string; readonly end: string } | null>(null);
  const { start, end } = typed ?? search;
  return (
    <DayRangeFields
      start={start}
      end={end}
      max={today}
      onType={(first, last) => setTyped({ start: first, end: last })}
      onChange={onChange}
    />
  );
};
