import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { announce } from './snackbar.tsx';

interface CallDialogProps<Answer> extends Omit<ConfirmDialogProps, 'onConfirm' | 'onCancel'> {
  call: () => Promise<Answer>;
  /** Queries to refetch before the dialog closes. */
  outdates: readonly QueryKey[];
  done: string | ((answer: Answer) => string);
  tone?: 'neutral' | 'good';
  lastsMs?: number;
  onClose: () => void;
}

/** Asks for confirmation, makes the call, refetches the outdated queries and announces the result. */
export const CallDialog = <Answer,>(props: CallDialogProps<Answer>) => {
  const { call, outdates, done, tone = 'neutral', lastsMs, onClose, ...dialog } = props;
  const queryClient = useQueryClient();
  const confirm = async () => {
    const answer = await call();
    await Promise.all(outdates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    onClose();
    announce(typeof done === 'string' ? done : done(answer), {
      tone,
      ...(lastsMs !== undefined && { lastsMs }),
    });
  };
  return <ConfirmDialog isDestructive {...dialog} onConfirm={confirm} onCancel={onClose} />;
};
