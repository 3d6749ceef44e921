import { Button, type ButtonProps } from '@mantine/core';
import { type AriaAttributes, type ReactNode, useState } from 'react';
import { FailureNotice } from '../forms/failure-notice.tsx';
import { labelOf, useSending } from '../forms/use-sending.ts';
import { Dialog } from './dialog.tsx';

interface DialogButtonProps extends ButtonProps, Pick<AriaAttributes, 'aria-label'> {
  readonly dialog: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export const DialogButton = ({ dialog, ...button }: DialogButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
};

export interface ConfirmDialogProps {
  title: string;
  /** The consequences. */
  children?: ReactNode;
  confirm?: string;
  cancel?: string;
  /** Irreversible: the cancel button has the focus. */
  isDestructive?: boolean;
  /** The safe answer is the main button. */
  isCancelMain?: boolean;
  describeFailure?: (failure: Error) => string;
  /** The dialog stays while its promise is pending, and shows a rejection. */
  onConfirm: () => unknown;
  onCancel: () => void;
}

export const ConfirmDialog = ({
  title,
  children,
  confirm = 'Confirmar',
  cancel = 'Cancelar',
  isDestructive = false,
  isCancelMain = false,
  describeFailure = labelOf,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => {
  const { start, isSending, failure } = useSending(async () => {
    await onConfirm();
  });
  const no = (
    <Button
      key="no"
      disabled={isSending}
      onClick={onCancel}
      {...(!isCancelMain && { variant: 'default' })}
      {...((isDestructive || isCancelMain) && { 'data-autofocus': true })}
    >
      {cancel}
    </Button>
  );
  const yes = (
    <Button
      key="yes"
      loading={isSending}
      onClick={() => void start()}
      {...(isCancelMain && { variant: 'default' })}
      {...(isDestructive ? { color: 'bad' } : !isCancelMain && { 'data-autofocus': true })}
    >
      {confirm}
    </Button>
  );
  return (
    <Dialog
      title={title}
      onDismiss={onCancel}
      isHeld={isSending}
      actions={isCancelMain ? [yes, no] : [no, yes]}
    >
      {children}
      <FailureNotice failure={failure} describe={describeFailure} />
    </Dialog>
  );
};
