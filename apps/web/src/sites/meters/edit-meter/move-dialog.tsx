import { moveMeter } from '@nascente/contract/sites/meter-changes';
import type { Board } from '@nascente/contract/sites/meters';
import { may } from '@nascente/domain/people/permissions';
import { request } from '../../../shared/api/api-client.ts';
import { useRefreshMeters } from '../../../shared/boards/refresh-meters.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { announce, METER_AREA_MS } from '../../../shared/ui/snackbar.tsx';
import { wordsOf } from './edit-failure.ts';
import styles from './meter-section.module.css';

export interface MovingTo {
  readonly id: string;
  readonly name: string;
  readonly isGeneral: boolean;
  readonly keepsAccess: boolean;
}

interface MoveDialogProps {
  readonly board: Board;
  readonly to: MovingTo;
  readonly onClose: () => void;
}

/** What stays and what changes when a meter moves, before it does. */
export const MoveDialog = ({ board, to, onClose }: MoveDialogProps) => {
  const hasClients = may(useUser().profile, 'manage-client-users');
  const refresh = useRefreshMeters();
  const { start, isSending, failure } = useSending(async () => {
    const body = { locationCode: to.id, isGeral: to.isGeneral, keepAccess: to.keepsAccess };
    await request(moveMeter, { params: { id: board.id }, body });
    announce(`Medidor movido para ${to.name}.`, { tone: 'good', lastsMs: METER_AREA_MS });
    onClose();
    await refresh();
  });
  return (
    <ConfirmDialog
      title={`Mover ${board.name} para ${to.name}?`}
      confirm="Mover"
      isSending={isSending}
      failure={failure}
      describeFailure={wordsOf}
      onConfirm={start}
      onCancel={onClose}
    >
      <ul className={styles.facts}>
        <li>
          O que foi medido até agora continua em {board.establishmentName}: os totais passados não mudam.
        </li>
        <li>A partir de agora, tudo o que a placa medir conta em {to.name}.</li>
        <li>
          Apelido, comentário, tarifa e sistema vão junto. O histórico anterior fica na página do medidor, em
          “Locais e placas deste medidor”.
        </li>
        <li>
          {to.isGeneral
            ? `Ele passa a ser o medidor geral de ${to.name}.`
            : `Em ${to.name}, ele não é o medidor geral.`}
        </li>
        {hasClients && (
          <li>
            {to.keepsAccess
              ? 'Os clientes que veem este medidor continuam vendo, agora no novo local.'
              : 'Clientes que veem este medidor deixam de ver, até que o acesso seja dado de novo.'}
          </li>
        )}
      </ul>
    </ConfirmDialog>
  );
};
