import { Button, type ButtonProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FailureNotice } from './failure-notice.tsx';
import styles from './form.module.css';

/**
 * An incomplete or impossible day has an empty value and would be sent as none. The browser reports it at the field.
 * @returns whether there is one
 */
const reportHalfTypedDay = (form: HTMLFormElement): boolean =>
  [...form.elements].some(
    (field) => field instanceof HTMLInputElement && field.validity.customError && !field.reportValidity(),
  );

interface FormProps {
  id?: string | undefined;
  label: string;
  /** `handleSubmit(…)` of react-hook-form, or another handler. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** Explains the labels that end in '(opcional)' once, before the first field. */
  hasOptional?: boolean | undefined;
  children: ReactNode;
}

/** One column of fields, which show their own errors; the browser reports only errors that it alone detects. */
export const Form = ({ id, label, onSubmit, hasOptional = false, children }: FormProps) => (
  <form
    id={id}
    className={styles.form}
    aria-label={label}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      if (!reportHalfTypedDay(event.currentTarget)) void onSubmit(event);
    }}
  >
    {hasOptional && <p className={styles.rule}>Os campos sem a palavra “opcional” são obrigatórios.</p>}
    {children}
  </form>
);

interface FormActionsProps extends ButtonProps {
  /** The save state, beside the buttons. */
  state?: ReactNode;
  failure?: Error | null | undefined;
  submit?: string;
  'data-tour'?: string;
  children?: ReactNode;
}

/** The main action last: right-aligned on desktop, full width on phones. */
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
