import { Button } from '@mantine/core';
import { type BoardSecrets, rotateDeviceKey } from '@nascente/contract/inventory';
import { useState } from 'react';
import { request } from '../../shared/api-client.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { NewSecrets } from './new-secrets.tsx';
import { useRefreshInventory } from './use-refresh-inventory.ts';

/** Asks first: the board stops until its new key is typed into it. */
export const RotateKeyDialog = ({ mac, onClose }: { mac: string; onClose: () => void }) => {
  const refresh = useRefreshInventory();
  const [renewed, setRenewed] = useState<BoardSecrets | null>(null);
  const { start, isSending, failure } = useSending(async () => {
    const { board } = await request(rotateDeviceKey, { params: { mac } });
    setRenewed(board);
    await refresh();
  });
  if (renewed !== null) {
    return (
      <Dialog
        title="Nova chave"
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
    <ConfirmDialog
      title="Trocar a chave desta placa?"
      confirm="Trocar chave"
      isDestructive
      isSending={isSending}
      onConfirm={start}
      onCancel={onClose}
    >
      <p>
        A chave atual deixa de valer na mesma hora e a placa é desconectada. Ela só volta a enviar leituras
        com a chave nova.
      </p>
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
    </ConfirmDialog>
  );
};
