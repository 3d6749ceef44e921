import { Button } from '@mantine/core';
import type { BoardSecrets } from '@nascente/contract/telemetry/inventory';
import { type ReactNode, useState } from 'react';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { NewSecrets } from '../provision/new-secrets.tsx';
import { useRefreshInventory } from '../use-refresh-inventory.ts';

interface RotateDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly isDestructive?: boolean;
  /** Above what is shown this once. */
  readonly renewedTitle: string;
  readonly rotate: () => Promise<BoardSecrets>;
  readonly onClose: () => void;
  /** What comes of it. */
  readonly children: ReactNode;
}

/** Asks before a secret of a board is changed, then shows the new one, this once. */
export const RotateDialog = ({ renewedTitle, rotate, onClose, children, ...question }: RotateDialogProps) => {
  const refresh = useRefreshInventory();
  const [renewed, setRenewed] = useState<BoardSecrets | null>(null);
  const { start, isSending, failure } = useSending(async () => {
    setRenewed(await rotate());
    await refresh();
  });
  if (renewed !== null) {
    return (
      <Dialog
        title={renewedTitle}
        size="wide"
        onDismiss={onClose}
        actions={
          <Button variant="default" onClick={onClose}>
            Fechar
          </Button>
        }
      >
        <NewSecrets boards={[renewed]} onTaken={() => undefined} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog {...question} isSending={isSending} failure={failure} onConfirm={start} onCancel={onClose}>
      <p>{children}</p>
    </ConfirmDialog>
  );
};
