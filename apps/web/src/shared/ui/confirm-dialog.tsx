import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureNotice } from '../forms/failure-notice.tsx';
import { useSending, wordsOf } from '../forms/use-sending.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  /** The question. */
  title: string;
  /** What follows from yes. */
  children?: ReactNode;
  confirm?: string;
  cancel?: string;
  /** Nothing brings back what is lost by it: the careful answer has the focus. */
  isDestructive?: boolean;
  /** The safe answer is the main button, in the main place. */
  isCancelMain?: boolean;
  /** The words for a failure; the server's message by default. */
  describeFailure?: (failure: Error) => string;
  /** While its promise is open the dialog stays; one that is rejected is told in it. */
  onConfirm: () => unknown;
  onCancel: () => void;
}

/** A question before something is done. */
export const ConfirmDialog = ({
  title,
  children,
  confirm = 'Confirmar',
  cancel = 'Cancelar',
  isDestructive = false,
  isCancelMain = false,
  describeFailure = wordsOf,
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
