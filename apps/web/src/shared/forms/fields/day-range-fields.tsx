import { type CivilDate, daysBetween, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { DateInput } from './date-input.tsx';

/** First and last day. */
export interface DayRange {
  readonly start: CivilDate;
  readonly end: CivilDate;
}

interface DayRangeFieldsProps {
  readonly start: string;
  readonly end: string;
  readonly max: CivilDate;
  /** The maximum number of days. */
  readonly longest?: number;
  readonly onType: (start: string, end: string) => void;
  readonly onChange: (range: DayRange) => void;
}

/** No measurement is older. */
const EARLIEST = '2000-01-01';
/** A year's digits arrive one by one: '2026' is first the year 2, then 20 and 202. */
const FIRST_FOUR_DIGIT_YEAR = '1000';

const isComplete = (day: string): day is CivilDate => isCivilDate(day) && day >= FIRST_FOUR_DIGIT_YEAR;

const faultsOf = (start: string, end: string, maxLength: number) => {
  const early = (day: string) => isComplete(day) && day < EARLIEST && 'Escolha um dia a partir de 2000.';
  if (!isComplete(start) || !isComplete(end)) return { first: early(start), last: early(end) };
  if (end < start) return { first: early(start), last: 'A data final deve ser posterior à inicial.' };
  const isLong = daysBetween(start, end) + 1 > maxLength;
  return { first: early(start), last: early(end) || (isLong && 'O período deve ser de no máximo um ano.') };
};

/** A change applies once both days form a period. */
export const DayRangeFields = (props: DayRangeFieldsProps) => {
  const { start, end, max, longest = Number.POSITIVE_INFINITY, onType, onChange } = props;
  const { first, last } = faultsOf(start, end, longest);
  const change = (from: string, to: string): void => {
    onType(from, to);
    const faults = faultsOf(from, to, longest);
    const isRequested = isComplete(from) && isComplete(to) && faults.first === false && faults.last === false;
    if (isRequested) onChange({ start: from, end: to });
  };
  return (
    <>
      <DateInput label="De" value={start} max={max} error={first} onChange={(day) => change(day, end)} />
      <DateInput label="Até" value={end} max={max} error={last} onChange={(day) => change(start, day)} />
    </>
  );
};
