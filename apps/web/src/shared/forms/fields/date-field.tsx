import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { useId } from 'react';
import classes from './date-field.module.css';

interface DateFieldProps {
  readonly label: string;
  readonly value: string;
  readonly min?: CivilDate;
  readonly max: CivilDate;
  /** What is wrong with it, in words; null when nothing is, or nobody wants to know yet. */
  readonly fault: string | null;
  readonly onChange: (value: string) => void;
}

/** A day, beside others in a line above what it narrows; among the fields of a form stands a TextInput. */
export const DateField = ({ label, fault, onChange, ...field }: DateFieldProps) => {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        {...field}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault !== null && (
        <p id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
};
