import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { announce, METER_AREA_MS } from '../../shared/ui/snackbar.tsx';

interface UndoDialogProps {
  readonly title: string;
  /** What is said once it is done. */
  readonly done: string;
  /** Whether something is lost by it. */
  readonly isDestructive?: boolean;
  readonly undo: () => Promise<unknown>;
  readonly onClose: () => void;
  /** What will be otherwise. */
  readonly children: ReactNode;
}

/** Asks before the past is changed back; every other number of the meter follows. */
export const UndoDialog = ({ title, done, undo, onClose, children, ...dialog }: UndoDialogProps) => {
  const queryClient = useQueryClient();
  const undoAll = async () => {
    await undo();
    await queryClient.invalidateQueries();
    onClose();
    announce(done, { tone: 'good', lastsMs: METER_AREA_MS });
  };
  return (
    <ConfirmDialog title={title} confirm="Desfazer" {...dialog} onConfirm={undoAll} onCancel={onClose}>
      <p>{children}</p>
    </ConfirmDialog>
  );
};
