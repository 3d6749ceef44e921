import { Button, type ButtonProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FailureNotice } from './failure-notice.tsx';
import { tellHalfTypedDay } from './fields/half-typed-day.ts';
import styles from './form.module.css';

interface FormProps {
  /** For a button outside that sends it. */
  id?: string | undefined;
  /** What the form is for, to whoever does not see it. */
  label: string;
  /** `handleSubmit(…)` of react-hook-form, or a handler of one's own. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** Some labels end in '(opcional)': what that says of all others is said once, before the first field. */
  hasOptional?: boolean | undefined;
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
      event.preventDefault();
      if (!tellHalfTypedDay(event.currentTarget)) void onSubmit(event);
    }}
  >
    {hasOptional && <p className={styles.rule}>Os campos sem a palavra “opcional” são obrigatórios.</p>}
    {children}
  </form>
);

interface FormActionsProps extends ButtonProps {
  /** Whether all is saved, in muted beside the buttons. */
  state?: ReactNode;
  /** Why sending failed, said above the buttons. */
  failure?: Error | null | undefined;
  /** On the button that sends the form; none when missing. */
  submit?: string;
  'data-tour'?: string;
  /** Other buttons, before the main one. */
  children?: ReactNode;
}

/** The main action last: at the end right on desktop, over the whole width on phones. */
export const FormActions = ({ state, failure, submit, children, ...button }: FormActionsProps) => (
  <>
    <FailureNotice failure={failure} />
    <div className={styles.actions}>
      {state && <div className={styles.state}>{state}</div>}
      {children}
      {submit && (
        <Button type="submit" {...button}>
          {submit}
        </Button>
      )}
    </div>
  </>
);
