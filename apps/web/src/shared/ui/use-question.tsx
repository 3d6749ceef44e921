import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { announce } from './snackbar.tsx';

interface Question<Answer> extends Omit<ConfirmDialogProps, 'children' | 'onConfirm' | 'onCancel'> {
  /** The consequences. */
  text?: ReactNode;
  call: () => Answer | Promise<Answer>;
  /** Queries to refetch before the dialog closes. */
  outdates?: readonly QueryKey[];
  done?: string | ((answer: Answer) => string);
  tone?: 'neutral' | 'good';
  lastsMs?: number;
  /** Runs when the dialog is closed. */
  after?: (answer: Answer) => unknown;
}

/**
 * Asks for confirmation, makes the call, refetches the outdated queries and announces the result.
 * @returns `ask`, and the open `question`, which the component renders
 */
export const useQuestion = () => {
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<ReactNode>(null);
  const close = () => setQuestion(null);
  const ask = <Answer,>(options: Question<Answer>): void => {
    const { text, call, outdates = [], done, tone = 'neutral', lastsMs, after, ...dialog } = options;
    const confirm = async () => {
      const answer = await call();
      await Promise.all(outdates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      close();
      if (done !== undefined) {
        const message = typeof done === 'string' ? done : done(answer);
        announce(message, { tone, ...(lastsMs !== undefined && { lastsMs }) });
      }
      await after?.(answer);
    };
    setQuestion(
      <ConfirmDialog isDestructive {...dialog} onConfirm={confirm} onCancel={close}>
        {text}
      </ConfirmDialog>,
    );
  };
  return { ask, question };
};
