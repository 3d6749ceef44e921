import { Button } from '@mantine/core';
import {
  assignBoards,
  type BoardSecrets,
  type InventoryBoardDetail,
  releaseBoard,
  removeInventoryBoard,
  rotateClaimCode,
  rotateDeviceKey,
} from '@nascente/contract/telemetry/inventory';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { request } from '../../../shared/api/api-client.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import styles from '../board.module.css';
import { NewSecrets } from '../provision/new-secrets.tsx';
import { useRefreshInventory } from '../use-refresh-inventory.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { EditBoardDialog } from './edit-board-dialog.tsx';

interface RotateDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly isDestructive?: boolean;
  /** Above what is shown this once. */
  readonly renewedTitle: string;
  readonly rotate: () => Promise<BoardSecrets>;
  readonly onClose: () => void;
  /** What comes of it. */
  readonly children: ReactNode;
}

/** Asks before a secret of a board is changed, then shows the new one, this once. */
const RotateDialog = ({ renewedTitle, rotate, onClose, children, ...question }: RotateDialogProps) => {
  const refresh = useRefreshInventory();
  const [renewed, setRenewed] = useState<BoardSecrets | null>(null);
  const renew = async () => {
    setRenewed(await rotate());
    await refresh();
  };
  if (renewed !== null) {
    return (
      <Dialog
        title={renewedTitle}
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
    <ConfirmDialog {...question} onConfirm={renew} onCancel={onClose}>
      <p>{children}</p>
    </ConfirmDialog>
  );
};

interface ReleaseDialogProps {
  readonly mac: string;
  readonly installation: NonNullable<InventoryBoardDetail['installation']>;
  readonly onClose: () => void;
}

/** Asks first: somebody loses a meter by it. */
const ReleaseDialog = ({ mac, installation, onClose }: ReleaseDialogProps) => {
  const refresh = useRefreshInventory();
  const release = async () => {
    await request(releaseBoard, { params: { mac } });
    onClose();
    announce('Placa liberada.', { tone: 'good' });
    await refresh();
  };
  const { name, establishmentName, owner } = installation;
  return (
    <ConfirmDialog
      title={`Liberar ${mac}?`}
      confirm="Liberar placa"
      isDestructive
      onConfirm={release}
      onCancel={onClose}
    >
      <p>
        Ela sai de {establishmentName} ({name}), de {owner.name || owner.email}, e pode ser instalada de novo
        por quem tem o código. O que ela mediu até agora continua lá, e {owner.email} é avisado por e-mail.
      </p>
    </ConfirmDialog>
  );
};

interface UnassignDialogProps {
  readonly mac: string;
  readonly email: string;
  readonly onClose: () => void;
}

const UnassignDialog = ({ mac, email, onClose }: UnassignDialogProps) => {
  const refresh = useRefreshInventory();
  const unassign = async () => {
    await request(assignBoards, { body: { boards: [{ mac, email: null }] } });
    await refresh();
    onClose();
    announce('Atribuição removida.', { tone: 'good' });
  };
  return (
    <ConfirmDialog
      title="Remover atribuição?"
      confirm="Remover atribuição"
      isDestructive
      onConfirm={unassign}
      onCancel={onClose}
    >
      <p>
        Para instalar {mac}, {email} volta a precisar do código da etiqueta.
      </p>
    </ConfirmDialog>
  );
};

const RemoveBoardDialog = ({ mac, onClose }: { mac: string; onClose: () => void }) => {
  const refresh = useRefreshInventory();
  const navigate = useNavigate();
  const remove = async () => {
    await request(removeInventoryBoard, { params: { mac } });
    await navigate('/boards', { replace: true });
    announce('Placa removida do inventário.', { tone: 'good' });
    await refresh();
  };
  return (
    <ConfirmDialog
      title={`Remover ${mac} do inventário?`}
      confirm="Remover"
      isDestructive
      onConfirm={remove}
      onCancel={onClose}
    >
      <p>Ela deixa de poder se conectar e de poder ser instalada. A chave dela se perde.</p>
    </ConfirmDialog>
  );
};

interface RotateCodeDialogProps {
  readonly mac: string;
  /** There is a label with another one. */
  readonly hasCode: boolean;
  readonly onClose: () => void;
}

/** The label that was printed is good for nothing afterwards. */
const RotateCodeDialog = ({ mac, hasCode, onClose }: RotateCodeDialogProps) => (
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

/** The board stops until its new key is typed into it. */
const RotateKeyDialog = ({ mac, onClose }: { mac: string; onClose: () => void }) => (
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

type Act = 'assign' | 'unassign' | 'key' | 'code' | 'release' | 'edit' | 'remove';

const ActRow = ({ text, children }: { text: string; children: ReactNode }) => (
  <li>
    <p>{text}</p>
    {children}
  </li>
);

interface AssignmentRowProps {
  assignedTo: InventoryBoardDetail['assignedTo'];
  onAct: (act: Act) => void;
}

const AssignmentRow = ({ assignedTo, onAct }: AssignmentRowProps) => (
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
