import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { Form } from './form.tsx';
import styles from './form-dialog.module.css';

export interface FormDialogProps {
  title: string;
  label?: string;
  action: string;
  isDestructive?: boolean;
  /** Whether preceding content was viewed or a field changed. */
  isReady?: boolean;
  isSending?: boolean;
  failure?: Error | null;
  hasOptional?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  onClose: () => void;
  /** Content above the fields. */
  above?: ReactNode;
  /** The fields, the first marked `data-autofocus`. */
  children: ReactNode;
}

/** A dialog with a form of one or two fields. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, label = title, action, isDestructive = false, isReady = true, isSending = false } = props;
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
      <FailureNotice failure={props.failure} />
      {props.above}
      <div className={styles.fields}>
        <Form id={id} label={label} hasOptional={props.hasOptional} onSubmit={props.onSubmit}>
          {props.children}
        </Form>
      </div>
    </Dialog>
  );
};
