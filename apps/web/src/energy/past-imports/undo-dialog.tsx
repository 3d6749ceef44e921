import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { announce, METER_AREA_MS } from '../../shared/ui/snackbar.tsx';

interface UndoDialogProps {
  readonly title: string;
  readonly done: string;
  /** Whether data is lost. */
  readonly isDestructive?: boolean;
  readonly undo: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Confirms an undo; every other number of the meter is refetched. */
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
