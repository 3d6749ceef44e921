import { Button } from '@mantine/core';
import {
  assignBoards,
  type BoardSecrets,
  editInventoryBoard,
  type InventoryBoardDetail,
  listInventory,
  readInventoryBoard,
  releaseBoard,
  removeInventoryBoard,
  rotateClaimCode,
  rotateDeviceKey,
} from '@nascente/contract/telemetry/inventory';
import type { BoardTraits } from '@nascente/domain/sites/boards/board-traits';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { request, useOutdate } from '../../../shared/api/api-client.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import styles from '../board.module.css';
import { TraitsFields } from '../inventory-frame.tsx';
import { NewSecrets } from '../provision/new-secrets.tsx';
import { AssignDialog } from './assign-dialog.tsx';

const EditBoardDialog = ({ board, onClose }: { board: InventoryBoardDetail; onClose: () => void }) => {
  const { mac, type, model, equipment } = board;
  const refresh = useOutdate(listInventory, readInventoryBoard);
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

interface RotateDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly isDestructive?: boolean;
  /** Title above the new secret. */
  readonly renewedTitle: string;
  readonly rotate: () => Promise<BoardSecrets>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Confirms the rotation of a secret, then shows the new one once. */
const RotateDialog = ({ renewedTitle, rotate, onClose, children, ...question }: RotateDialogProps) => {
  const refresh = useOutdate(listInventory, readInventoryBoard);
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

interface Question {
  readonly title: string;
  readonly confirm: string;
  readonly warning: string;
  readonly call: () => Promise<unknown>;
  readonly done: string;
}

const QuestionDialog = ({ question, onClose }: { question: Question; onClose: () => void }) => {
  const refresh = useOutdate(listInventory, readInventoryBoard);
  const confirm = async () => {
    await question.call();
    onClose();
    announce(question.done, { tone: 'good' });
    await refresh();
  };
  return (
    <ConfirmDialog
      title={question.title}
      confirm={question.confirm}
      isDestructive
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{question.warning}</p>
    </ConfirmDialog>
  );
};

const unassigning = (mac: string, email: string): Question => ({
  title: 'Remover atribuição?',
  confirm: 'Remover atribuição',
  warning: `Para instalar ${mac}, ${email} volta a precisar do código da etiqueta.`,
  call: () => request(assignBoards, { body: { boards: [{ mac, email: null }] } }),
  done: 'Atribuição removida.',
});

type Installation = NonNullable<InventoryBoardDetail['installation']>;

const releasing = (mac: string, { name, establishmentName, owner }: Installation): Question => ({
  title: `Liberar ${mac}?`,
  confirm: 'Liberar placa',
  warning: `Ela sai de ${establishmentName} (${name}), de ${owner.name || owner.email}, e pode ser instalada de novo por quem tem o código. O que ela mediu até agora continua lá, e ${owner.email} é avisado por e-mail.`,
  call: () => request(releaseBoard, { params: { mac } }),
  done: 'Placa liberada.',
});

const removing = (mac: string, leave: () => Promise<void> | void): Question => ({
  title: `Remover ${mac} do inventário?`,
  confirm: 'Remover',
  warning: 'Ela deixa de poder se conectar e de poder ser instalada. A chave dela se perde.',
  call: async () => {
    await request(removeInventoryBoard, { params: { mac } });
    await leave();
  },
  done: 'Placa removida do inventário.',
});

interface RotateCodeDialogProps {
  readonly mac: string;
  /** A printed label carries the previous one. */
  readonly hasCode: boolean;
  readonly onClose: () => void;
}

/** A printed label becomes invalid. */
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

/** The board stops until its new key is configured. */
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

interface ActDialogProps {
  readonly act: Act;
  readonly board: InventoryBoardDetail;
  readonly onClose: () => void;
}

const ActDialog = ({ act, board, onClose }: ActDialogProps) => {
  const navigate = useNavigate();
  const { mac, hasClaimCode, installation, assignedTo } = board;
  const question = (about: Question) => <QuestionDialog question={about} onClose={onClose} />;
  switch (act) {
    case 'assign':
      return <AssignDialog mac={mac} onClose={onClose} />;
    case 'unassign':
      return assignedTo && question(unassigning(mac, assignedTo.email));
    case 'key':
      return <RotateKeyDialog mac={mac} onClose={onClose} />;
    case 'code':
      return <RotateCodeDialog mac={mac} hasCode={hasClaimCode} onClose={onClose} />;
    case 'release':
      return installation && question(releasing(mac, installation));
    case 'edit':
      return <EditBoardDialog board={board} onClose={onClose} />;
    case 'remove':
      return question(removing(mac, () => navigate('/boards', { replace: true })));
  }
};

/** Actions on a board, or why they are unavailable. */
export const BoardActs = ({ board }: { board: InventoryBoardDetail }) => {
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  const { hasReadings, hasClaimCode, installation, installations, assignedTo } = board;
  const wasInstalled = installations.length > 0;
  const button = (to: Act, text: string, isBad = false) => (
    <Button variant="default" {...(isBad && { color: 'bad' })} onClick={() => setAct(to)}>
      {text}
    </Button>
  );
  return (
    <Card title="Manutenção" span={5} tour="board-acts">
      <ul className={styles.acts}>
        {installation === null && (
          <ActRow
            text={
              assignedTo === null
                ? 'Um gestor a quem a placa é atribuída instala só com o MAC.'
                : `Atribuída a ${assignedTo.email}, que a instala só com o MAC.`
            }
          >
            {button('assign', assignedTo === null ? 'Atribuir a um gestor' : 'Atribuir a outro gestor')}
            {assignedTo !== null && button('unassign', 'Remover atribuição', true)}
          </ActRow>
        )}
        <ActRow text="A chave com que a placa se conecta.">{button('key', 'Trocar chave')}</ActRow>
        <ActRow
          text={
            hasClaimCode
              ? 'O código da etiqueta, que quem instala a placa digita.'
              : 'Esta placa não tem código: quem a instala digita a chave dela.'
          }
        >
          {button('code', hasClaimCode ? 'Trocar código' : 'Gerar código')}
        </ActRow>
        {installation !== null && (
          <ActRow text="Para tirá-la de quem a instalou por engano, ou sem ser o dono.">
            {button('release', 'Liberar placa', true)}
          </ActRow>
        )}
        <ActRow
          text={
            hasReadings
              ? 'Já há leituras desta placa: tipo e modelo não podem mais ser alterados.'
              : 'Tipo e modelo podem ser corrigidos até a primeira leitura.'
          }
        >
          {!hasReadings && button('edit', 'Alterar tipo e modelo')}
        </ActRow>
        <ActRow
          text={
            wasInstalled
              ? 'Já foi instalada: continua no inventário, com o histórico dela.'
              : 'Nunca foi instalada: pode sair do inventário.'
          }
        >
          {!wasInstalled && button('remove', 'Remover do inventário', true)}
        </ActRow>
      </ul>
      {act !== null && <ActDialog act={act} board={board} onClose={close} />}
    </Card>
  );
};
