import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import type { InventoryBoardDetail } from '@nascente/contract/telemetry/inventory';
import { type ReactNode, useState } from 'react';
import { Card } from '../../../shared/ui/marks/card.tsx';
import styles from '../board.module.css';
import { AssignDialog } from './assign-dialog.tsx';
import { EditBoardDialog } from './edit-board-dialog.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import { RemoveBoardDialog } from './remove-board-dialog.tsx';
import { RotateCodeDialog } from './rotate-code-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { UnassignDialog } from './unassign-dialog.tsx';

type Act = 'assign' | 'unassign' | 'key' | 'code' | 'release' | 'edit' | 'remove';

const ActRow = ({ text, children }: { text: string; children: ReactNode }) => (
  <li>
    <p>{text}</p>
    {children}
  </li>
);

const AssignmentRow = ({
  assignedTo,
  onAct,
}: {
  assignedTo: InventoryBoardDetail['assignedTo'];
  onAct: (act: Act) => void;
}) => (
  <ActRow
    text={
      assignedTo === null
        ? 'Um gestor a quem a placa é atribuída instala só com o MAC.'
        : `Atribuída a ${assignedTo.email}, que a instala só com o MAC.`
    }
  >
    <Button variant="default" onClick={() => onAct('assign')}>
      {assignedTo === null ? 'Atribuir a um gestor' : 'Atribuir a outro gestor'}
    </Button>
    {assignedTo !== null && (
      <Button variant="default" color="bad" onClick={() => onAct('unassign')}>
        Remover atribuição
      </Button>
    )}
  </ActRow>
);

/** What may be done with a board, or why it may not any more. */
export const BoardActs = ({ board }: { board: InventoryBoardDetail }) => {
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  const { mac, hasReadings, hasClaimCode, installation, installations, assignedTo } = board;
  const wasInstalled = installations.length > 0;
  return (
    <Card title="Manutenção" span={5} tour="board-acts">
      <ul className={styles.acts}>
        {installation === null && <AssignmentRow assignedTo={assignedTo} onAct={setAct} />}
        <ActRow text="A chave com que a placa se conecta.">
          <Button variant="default" onClick={() => setAct('key')}>
            Trocar chave
          </Button>
        </ActRow>
        <ActRow
          text={
            hasClaimCode
              ? 'O código da etiqueta, que quem instala a placa digita.'
              : 'Esta placa não tem código: quem a instala digita a chave dela.'
          }
        >
          <Button variant="default" onClick={() => setAct('code')}>
            {hasClaimCode ? 'Trocar código' : 'Gerar código'}
          </Button>
        </ActRow>
        {installation !== null && (
          <ActRow text="Para tirá-la de quem a instalou por engano, ou sem ser o dono.">
            <Button variant="default" color="bad" onClick={() => setAct('release')}>
              Liberar placa
            </Button>
          </ActRow>
        )}
        <ActRow
          text={
            hasReadings
              ? 'Já há leituras desta placa: tipo e modelo não podem mais ser alterados.'
              : 'Tipo e modelo podem ser corrigidos até a primeira leitura.'
          }
        >
          {!hasReadings && (
            <Button variant="default" onClick={() => setAct('edit')}>
              Alterar tipo e modelo
            </Button>
          )}
        </ActRow>
        <ActRow
          text={
            wasInstalled
              ? 'Já foi instalada: continua no inventário, com o histórico dela.'
              : 'Nunca foi instalada: pode sair do inventário.'
          }
        >
          {!wasInstalled && (
            <Button variant="default" color="bad" onClick={() => setAct('remove')}>
              Remover do inventário
            </Button>
          )}
        </ActRow>
      </ul>
      {act === 'assign' && <AssignDialog mac={mac} onClose={close} />}
      {act === 'unassign' && assignedTo !== null && (
        <UnassignDialog mac={mac} email={assignedTo.email} onClose={close} />
      )}
      {act === 'key' && <RotateKeyDialog mac={mac} onClose={close} />}
      {act === 'code' && <RotateCodeDialog mac={mac} hasCode={hasClaimCode} onClose={close} />}
      {act === 'release' && installation !== null && (
        <ReleaseDialog mac={mac} installation={installation} onClose={close} />
      )}
      {act === 'edit' && <EditBoardDialog board={board} onClose={close} />}
      {act === 'remove' && <RemoveBoardDialog mac={mac} onClose={close} />}
    </Card>
  );
};
