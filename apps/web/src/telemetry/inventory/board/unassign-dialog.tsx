import { assignBoards } from '@nascente/contract/telemetry/inventory';
import { request } from '../../../shared/api/api-client.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { useRefreshInventory } from '../use-refresh-inventory.ts';

interface UnassignDialogProps {
  readonly mac: string;
  readonly email: string;
  readonly onClose: () => void;
}

export const UnassignDialog = ({ mac, email, onClose }: UnassignDialogProps) => {
  const refresh = useRefreshInventory();
  const { start, isSending, failure } = useSending(async () => {
    await request(assignBoards, { body: { boards: [{ mac, email: null }] } });
    await refresh();
    onClose();
    announce('Atribuição removida.', { tone: 'good' });
  });
  return (
    <ConfirmDialog
      title="Remover atribuição?"
      confirm="Remover atribuição"
      isDestructive
      isSending={isSending}
      failure={failure}
      onConfirm={start}
      onCancel={onClose}
    >
      <p>
        Para instalar {mac}, {email} volta a precisar do código da etiqueta.
      </p>
    </ConfirmDialog>
  );
};
