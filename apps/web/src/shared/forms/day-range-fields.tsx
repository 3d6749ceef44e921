import { TextInput } from '@mantine/core';
import './form-styles.ts';
import { type CivilDate, isCivilDate } from '@nascente/domain/time/civil-day';

/** First and last day. */
interface DayRange {
  readonly start: CivilDate;
  readonly end: CivilDate;
}

interface DayRangeFieldsProps {
  readonly start: string;
  readonly end: string;
  readonly max: CivilDate;
  readonly onType: (start: string, end: string) => void;
  readonly onChange: (range: DayRange) => void;
}

/** A change counts as soon as both make a period. */
export const DayRangeFields = ({ start, end, max, onType, onChange }: DayRangeFieldsProps) => {
  const isBackwards = isCivilDate(start) && isCivilDate(end) && end < start;
  const change = (first: string, last: string): void => {
    onType(first, last);
    if (isCivilDate(first) && isCivilDate(last) && first <= last) onChange({ start: first, end: last });
  };
  return (
    <>
      <TextInput
        type="date"
        label="De"
        value={start}
        max={max}
        onChange={(event) => change(event.currentTarget.value, end)}
      />
      <TextInput
        type="date"
        label="Até"
        value={end}
        max={max}
        error={isBackwards && 'A data final deve ser posterior à inicial.'}
        onChange={(event) => change(start, event.currentTarget.value)}
      />
    </>
  );
};
