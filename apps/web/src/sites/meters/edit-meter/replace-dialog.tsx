import { replaceBoard } from '@nascente/contract/sites/meter-changes';
import type { Board } from '@nascente/contract/sites/meters';
import { useNavigate } from 'react-router';
import { request } from '../../../shared/api/api-client.ts';
import { useRefreshMeters } from '../../../shared/boards/refresh-meters.ts';
import type { FreeBoard } from '../../../shared/boards/use-board-check.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { announce, METER_AREA_MS } from '../../../shared/ui/snackbar.tsx';
import { wordsOf } from './edit-failure.ts';
import styles from './meter-section.module.css';

interface ReplaceDialogProps {
  readonly board: Board;
  readonly fresh: FreeBoard;
  readonly onClose: () => void;
}

/** What stays and what changes when a board is exchanged, before it is. */
export const ReplaceDialog = ({ board, fresh, onClose }: ReplaceDialogProps) => {
  const { mac, code } = fresh;
  const refresh = useRefreshMeters();
  const navigate = useNavigate();
  const { start, isSending, failure } = useSending(async () => {
    await request(replaceBoard, {
      params: { id: board.id },
      body: { meter: mac, ...(code !== undefined && { code }) },
    });
    announce('Placa Atualizado!', { tone: 'good', lastsMs: METER_AREA_MS });
    onClose();
    await navigate(`/editBoard/${mac}`, { replace: true });
    await refresh();
  });
  return (
    <ConfirmDialog
      title={`Trocar a placa de ${board.name}?`}
      confirm="Trocar placa"
      isSending={isSending}
      failure={failure}
      describeFailure={wordsOf}
      onConfirm={start}
      onCancel={onClose}
    >
      <ul className={styles.facts}>
        <li>
          Sai a placa {board.macAddress}; entra a placa {mac}, a partir de agora.
        </li>
        <li>O medidor fica: local, apelido, tarifa, histórico e quem o vê não mudam.</li>
        <li>As medições da placa nova continuam as da antiga, sem recomeçar o mês.</li>
        <li>
          O que a placa antiga mediu até agora e ainda não enviou será aceito. O que ela medir depois, não:
          ela volta ao estoque e pode ser cadastrada de novo.
        </li>
      </ul>
    </ConfirmDialog>
  );
};
