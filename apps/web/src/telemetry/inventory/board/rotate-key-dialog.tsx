import { rotateDeviceKey } from '@nascente/contract/telemetry/inventory';
import { request } from '../../../shared/api/api-client.ts';
import { RotateDialog } from './rotate-dialog.tsx';

/** The board stops until its new key is typed into it. */
export const RotateKeyDialog = ({ mac, onClose }: { mac: string; onClose: () => void }) => (
  <RotateDialog
    title="Trocar a chave desta placa?"
    confirm="Trocar chave"
    isDestructive
    renewedTitle="Nova chave"
    rotate={async () => (await request(rotateDeviceKey, { params: { mac } })).board}
    onClose={onClose}
  >
    A chave atual deixa de valer na mesma hora e a placa é desconectada. Ela só volta a enviar leituras com a
    chave nova.
  </RotateDialog>
);
