import { editInventoryBoard, type InventoryBoardDetail } from '@nascente/contract/telemetry/inventory';
import type { BoardTraits } from '@nascente/domain/sites/boards/board-traits';
import { useForm } from 'react-hook-form';
import { request } from '../../../shared/api/api-client.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { TraitsFields } from '../traits-fields.tsx';
import { useRefreshInventory } from '../use-refresh-inventory.ts';

export const EditBoardDialog = ({ board, onClose }: { board: InventoryBoardDetail; onClose: () => void }) => {
  const { mac, type, model, equipment } = board;
  const refresh = useRefreshInventory();
  const { register, handleSubmit, watch, formState } = useForm<BoardTraits>({
    defaultValues: { type, model, equipment },
  });
  const { start, isSending, failure } = useSending(async (traits: BoardTraits) => {
    await request(editInventoryBoard, { params: { mac }, body: traits });
    await refresh();
    onClose();
    announce('Placa alterada.', { tone: 'good' });
  });
  return (
    <FormDialog
      title={`Alterar ${mac}`}
      label="O que a placa é"
      action="Salvar"
      isReady={formState.isDirty}
      isSending={isSending}
      failure={failure}
      onSubmit={handleSubmit((traits) => start(traits))}
      onClose={onClose}
    >
      <TraitsFields
        fields={{ type: register('type'), model: register('model'), equipment: register('equipment') }}
        isWater={watch('type') === 'water'}
      />
    </FormDialog>
  );
};
