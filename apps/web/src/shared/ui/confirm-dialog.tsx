import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Loader.css';
import type { ReactNode } from 'react';
import { wordsOf } from '../forms/use-sending.ts';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

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
  isSending?: boolean;
  /** Why it was not done, when it was tried. */
  failure?: Error | null;
  /** The words for a failure; the server's message by default. */
  describeFailure?: (failure: Error) => string;
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
  isSending = false,
  failure = null,
  describeFailure = wordsOf,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => {
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
      onClick={() => void onConfirm()}
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
      {failure !== null && (
        <Notice tone="bad" live>
          {describeFailure(failure)}
        </Notice>
      )}
    </Dialog>
  );
};
