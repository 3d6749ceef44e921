import { Button } from '@mantine/core';
import { editInventoryBoard, type InventoryBoardDetail } from '@nascente/contract/telemetry/inventory';
import type { BoardTraits } from '@nascente/domain/sites/boards/board-traits';
import { useForm } from 'react-hook-form';
import { request } from '../../../shared/api/api-client.ts';
import { Form } from '../../../shared/forms/form.tsx';
import { useSending, wordsOf } from '../../../shared/forms/use-sending.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
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
  const submit = handleSubmit((traits) => start(traits));
  return (
    <Dialog
      title={`Alterar ${mac}`}
      onDismiss={onClose}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            Cancelar
          </Button>
          <Button loading={isSending} disabled={!formState.isDirty} onClick={() => void submit()}>
            Salvar
          </Button>
        </>
      }
    >
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <Form label="O que a placa é" onSubmit={submit}>
        <TraitsFields
          fields={{ type: register('type'), model: register('model'), equipment: register('equipment') }}
          isWater={watch('type') === 'water'}
        />
      </Form>
    </Dialog>
  );
};
