import type { FormEvent, ReactNode } from 'react';
import './form-styles.ts';
import { tellHalfTypedDay } from './fields/half-typed-day.ts';
import styles from './form.module.css';

interface FormProps {
  /** For a button outside that sends it. */
  id?: string;
  /** What the form is for, to whoever does not see it. */
  label: string;
  /** `handleSubmit(…)` of react-hook-form, or a handler of one's own. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** Some labels end in '(opcional)': what that says of all others is said once, before the first field. */
  hasOptional?: boolean;
  children: ReactNode;
}

/** One column of fields; what is wrong is said by the fields, not by the browser, but of what it alone knows. */
export const Form = ({ id, label, onSubmit, hasOptional = false, children }: FormProps) => (
  <form
    id={id}
    className={styles.form}
    aria-label={label}
    noValidate
    onSubmit={(event) => {
      if (tellHalfTypedDay(event.currentTarget)) event.preventDefault();
      else void onSubmit(event);
    }}
  >
    {hasOptional && <p className={styles.rule}>Os campos sem a palavra “opcional” são obrigatórios.</p>}
    {children}
  </form>
);

/** The main action last: at the end right on desktop, over the whole width on phones. */
export const FormActions = ({ state, children }: { state?: ReactNode; children: ReactNode }) => (
  <div className={styles.actions}>
    {state && <div className={styles.state}>{state}</div>}
    {children}
  </div>
);
