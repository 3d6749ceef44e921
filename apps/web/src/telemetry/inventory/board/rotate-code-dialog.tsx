import { rotateClaimCode } from '@nascente/contract/telemetry/inventory';
import { request } from '../../../shared/api/api-client.ts';
import { RotateDialog } from './rotate-dialog.tsx';

interface RotateCodeDialogProps {
  readonly mac: string;
  /** There is a label with another one. */
  readonly hasCode: boolean;
  readonly onClose: () => void;
}

/** The label that was printed is good for nothing afterwards. */
export const RotateCodeDialog = ({ mac, hasCode, onClose }: RotateCodeDialogProps) => (
  <RotateDialog
    title={hasCode ? 'Trocar o código desta placa?' : 'Gerar um código para esta placa?'}
    confirm={hasCode ? 'Trocar código' : 'Gerar código'}
    renewedTitle="Novo código"
    rotate={async () => (await request(rotateClaimCode, { params: { mac } })).board}
    onClose={onClose}
  >
    {hasCode
      ? 'O código da etiqueta atual deixa de valer na mesma hora: troque a etiqueta. Se a placa está instalada, ela continua onde está.'
      : 'Ele é mostrado uma vez: imprima a etiqueta e envie com a placa. Até lá, a placa é instalada com a chave dela.'}
  </RotateDialog>
);
