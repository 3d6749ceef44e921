import { type ReactNode, useId } from 'react';
import styles from './segmented.module.css';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; text: ReactNode; name?: string }[];
  onChange: (value: T) => void;
  tour?: string;
}

/** Radio buttons styled as one switch, for few choices. */
export const Segmented = <T extends string>({ label, value, options, onChange, tour }: SegmentedProps<T>) => {
  const group = useId();
  return (
    <fieldset className={styles.segmented} aria-label={label} data-tour={tour}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            aria-label={option.name}
            onChange={() => onChange(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
};
