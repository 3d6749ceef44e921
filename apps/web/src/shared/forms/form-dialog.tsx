import { Button } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useId } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { tellHalfTypedDay } from './fields/half-typed-day.ts';
import styles from './form-dialog.module.css';

interface FormDialogProps {
  title: string;
  /** Of the form, where its title says what is done before it. */
  label?: string;
  /** On the button that sends it. */
  action: string;
  isDestructive?: boolean;
  /** Whether the person has seen what there is to be seen before. */
  isReady?: boolean;
  isSending: boolean;
  onSubmit: (event: SyntheticEvent) => Promise<void>;
  onClose: () => void;
  /** What is said, or shown, above the fields. */
  above?: ReactNode;
  /** The fields, the first of them marked `data-autofocus`. */
  children: ReactNode;
}

/** A dialog with a form of one or two fields. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, label = title, action, isDestructive = false, isReady = true, isSending } = props;
  const id = useId();
  return (
    <Dialog
      title={title}
      onDismiss={props.onClose}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" disabled={isSending} onClick={props.onClose}>
            Cancelar
          </Button>
          <Button
            type="submit"
            form={id}
            disabled={!isReady}
            loading={isSending}
            {...(isDestructive && { color: 'bad' })}
          >
            {action}
          </Button>
        </>
      }
    >
      {props.above}
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => {
          if (tellHalfTypedDay(event.currentTarget)) event.preventDefault();
          else void props.onSubmit(event);
        }}
        noValidate
        aria-label={label}
      >
        {props.children}
      </form>
    </Dialog>
  );
};
