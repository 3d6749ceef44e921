import { type InventoryBoardDetail, releaseBoard } from '@nascente/contract/telemetry/inventory';
import { request } from '../../../shared/api/api-client.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { useRefreshInventory } from '../use-refresh-inventory.ts';

interface ReleaseDialogProps {
  readonly mac: string;
  readonly installation: NonNullable<InventoryBoardDetail['installation']>;
  readonly onClose: () => void;
}

/** Asks first: somebody loses a meter by it. */
export const ReleaseDialog = ({ mac, installation, onClose }: ReleaseDialogProps) => {
  const refresh = useRefreshInventory();
  const { start, isSending, failure } = useSending(async () => {
    await request(releaseBoard, { params: { mac } });
    onClose();
    announce('Placa liberada.', { tone: 'good' });
    await refresh();
  });
  const { name, establishmentName, owner } = installation;
  return (
    <ConfirmDialog
      title={`Liberar ${mac}?`}
      confirm="Liberar placa"
      isDestructive
      isSending={isSending}
      failure={failure}
      onConfirm={start}
      onCancel={onClose}
    >
      <p>
        Ela sai de {establishmentName} ({name}), de {owner.name || owner.email}, e pode ser instalada de novo
        por quem tem o código. O que ela mediu até agora continua lá, e {owner.email} é avisado por e-mail.
      </p>
    </ConfirmDialog>
  );
};
