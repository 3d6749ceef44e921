import { TextInput } from '@mantine/core';
import { clockOf, type TypedDay } from '../typed/typed-hours.ts';
import styles from './hours-step.module.css';

interface TimeSpanProps {
  /** Says what these hours are. */
  label: string;
  isLabelHidden?: boolean;
  day: TypedDay;
  isRefused?: boolean;
  remark?: string | null;
  onChange: (day: TypedDay) => void;
}

/** From when to when. */
export const TimeSpan = (props: TimeSpanProps) => {
  const { label, isLabelHidden = false, day, isRefused = false, remark, onChange } = props;
  const field = (key: 'openHour' | 'closeHour', words: string) => (
    <TextInput
      type="time"
      aria-label={`${label}: ${words}`}
      className={styles.time ?? ''}
      value={day[key]}
      error={isRefused && clockOf(day[key]) === null}
      onChange={({ currentTarget }) => onChange({ ...day, [key]: currentTarget.value })}
    />
  );
  return (
    <fieldset className={styles.span} aria-label={label}>
      {!isLabelHidden && <legend>{label}</legend>}
      {field('openHour', 'abre às')}
      <span aria-hidden>às</span>
      {field('closeHour', 'fecha às')}
      {remark && <small>{remark}</small>}
    </fieldset>
  );
};
