import { Button } from '@mantine/core';
import { type BoardSecrets, rotateClaimCode } from '@nascente/contract/inventory';
import { useState } from 'react';
import { request } from '../../shared/api-client.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { NewSecrets } from './new-secrets.tsx';
import { useRefreshInventory } from './use-refresh-inventory.ts';

interface RotateCodeDialogProps {
  readonly mac: string;
  /** There is a label with another one. */
  readonly hasCode: boolean;
  readonly onClose: () => void;
}

/** Asks first: the label that was printed is good for nothing afterwards. */
export const RotateCodeDialog = ({ mac, hasCode, onClose }: RotateCodeDialogProps) => {
  const refresh = useRefreshInventory();
  const [renewed, setRenewed] = useState<BoardSecrets | null>(null);
  const { start, isSending, failure } = useSending(async () => {
    const { board } = await request(rotateClaimCode, { params: { mac } });
    setRenewed(board);
    await refresh();
  });
  if (renewed !== null) {
    return (
      <Dialog
        title="Novo código"
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
      title={hasCode ? 'Trocar o código desta placa?' : 'Gerar um código para esta placa?'}
      confirm={hasCode ? 'Trocar código' : 'Gerar código'}
      isSending={isSending}
      onConfirm={start}
      onCancel={onClose}
    >
      <p>
        {hasCode
          ? 'O código da etiqueta atual deixa de valer na mesma hora: troque a etiqueta. Se a placa está instalada, ela continua onde está.'
          : 'Ele é mostrado uma vez: imprima a etiqueta e envie com a placa. Até lá, a placa é instalada com a chave dela.'}
      </p>
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
    </ConfirmDialog>
  );
};
