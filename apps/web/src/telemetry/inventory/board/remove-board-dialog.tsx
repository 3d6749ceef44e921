import { removeInventoryBoard } from '@nascente/contract/telemetry/inventory';
import { useNavigate } from 'react-router';
import { request } from '../../../shared/api/api-client.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { useRefreshInventory } from '../use-refresh-inventory.ts';

export const RemoveBoardDialog = ({ mac, onClose }: { mac: string; onClose: () => void }) => {
  const refresh = useRefreshInventory();
  const navigate = useNavigate();
  const { start, isSending, failure } = useSending(async () => {
    await request(removeInventoryBoard, { params: { mac } });
    await navigate('/boards', { replace: true });
    announce('Placa removida do inventário.', { tone: 'good' });
    await refresh();
  });
  return (
    <ConfirmDialog
      title={`Remover ${mac} do inventário?`}
      confirm="Remover"
      isDestructive
      isSending={isSending}
      failure={failure}
      onConfirm={start}
      onCancel={onClose}
    >
      <p>Ela deixa de poder se conectar e de poder ser instalada. A chave dela se perde.</p>
    </ConfirmDialog>
  );
};
