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
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../../shared/ui/use-question.tsx';
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

const unassigning = (mac: string, email: string) => ({
  title: 'Remover atribuição?',
  confirm: 'Remover atribuição',
  text: <p>{`Para instalar ${mac}, ${email} volta a precisar do código da etiqueta.`}</p>,
  call: () => request(assignBoards, { body: { boards: [{ mac, email: null }] } }),
  done: 'Atribuição removida.',
});

type Installation = NonNullable<InventoryBoardDetail['installation']>;

const releasing = (mac: string, { name, establishmentName, owner }: Installation) => ({
  title: `Liberar ${mac}?`,
  confirm: 'Liberar placa',
  text: (
    <p>{`Ela sai de ${establishmentName} (${name}), de ${owner.name || owner.email}, e pode ser instalada de novo por quem tem o código. O que ela mediu até agora continua lá, e ${owner.email} é avisado por e-mail.`}</p>
  ),
  call: () => request(releaseBoard, { params: { mac } }),
  done: 'Placa liberada.',
});

const removing = (mac: string) => ({
  title: `Remover ${mac} do inventário?`,
  confirm: 'Remover',
  text: <p>Ela deixa de poder se conectar e de poder ser instalada. A chave dela se perde.</p>,
  done: 'Placa removida do inventário.',
});

/** A printed label carries the previous code and becomes invalid. */
const rotatingCode = (hasCode: boolean) => ({
  title: hasCode ? 'Trocar o código desta placa?' : 'Gerar um código para esta placa?',
  confirm: hasCode ? 'Trocar código' : 'Gerar código',
  isDestructive: false,
  text: (
    <p>
      {hasCode
        ? 'O código da etiqueta atual deixa de valer na mesma hora: troque a etiqueta. Se a placa está instalada, ela continua onde está.'
        : 'Ele é mostrado uma vez: imprima a etiqueta e envie com a placa. Até lá, a placa é instalada com a chave dela.'}
    </p>
  ),
});

/** The board stops until its new key is configured. */
const ROTATING_KEY = {
  title: 'Trocar a chave desta placa?',
  confirm: 'Trocar chave',
  text: (
    <p>
      A chave atual deixa de valer na mesma hora e a placa é desconectada. Ela só volta a enviar leituras com
      a chave nova.
    </p>
  ),
};

const ActRow = ({ text, children }: { text: string; children: ReactNode }) => (
  <li>
    <p>{text}</p>
    {children}
  </li>
);

interface RenewedSecret {
  readonly title: string;
  readonly secrets: BoardSecrets;
}

/** The new secret, shown once. */
const RenewedDialog = ({ renewed, onClose }: { renewed: RenewedSecret; onClose: () => void }) => (
  <Dialog
    title={renewed.title}
    size="wide"
    onDismiss={onClose}
    actions={
      <Button variant="default" onClick={onClose}>
        Fechar
      </Button>
    }
  >
    <NewSecrets boards={[renewed.secrets]} onTaken={() => undefined} />
  </Dialog>
);

/** Actions on a board, or why they are unavailable. */
export const BoardActs = ({ board }: { board: InventoryBoardDetail }) => {
  const navigate = useNavigate();
  const refresh = useOutdate(listInventory, readInventoryBoard);
  const { ask, question } = useQuestion();
  const [form, setForm] = useState<'assign' | 'edit' | null>(null);
  const [renewed, setRenewed] = useState<RenewedSecret | null>(null);
  const close = () => setForm(null);
  const { mac, hasReadings, hasClaimCode, installation, installations, assignedTo } = board;
  const wasInstalled = installations.length > 0;
  const showRenewed = (title: string, secrets: BoardSecrets) => {
    setRenewed({ title, secrets });
    void refresh();
  };
  const askKey = () =>
    ask({
      ...ROTATING_KEY,
      call: () => request(rotateDeviceKey, { params: { mac } }),
      after: (answer) => showRenewed('Nova chave', answer.board),
    });
  const askCode = () =>
    ask({
      ...rotatingCode(hasClaimCode),
      call: () => request(rotateClaimCode, { params: { mac } }),
      after: (answer) => showRenewed('Novo código', answer.board),
    });
  const askRemoval = () =>
    ask({
      ...removing(mac),
      tone: 'good',
      call: async () => {
        await request(removeInventoryBoard, { params: { mac } });
        await navigate('/boards', { replace: true });
      },
      after: refresh,
    });
  const button = (text: string, onClick: () => void, isBad = false) => (
    <Button variant="default" {...(isBad && { color: 'bad' })} onClick={onClick}>
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
            {button(assignedTo === null ? 'Atribuir a um gestor' : 'Atribuir a outro gestor', () =>
              setForm('assign'),
            )}
            {assignedTo !== null &&
              button(
                'Remover atribuição',
                () => ask({ ...unassigning(mac, assignedTo.email), tone: 'good', after: refresh }),
                true,
              )}
          </ActRow>
        )}
        <ActRow text="A chave com que a placa se conecta.">{button('Trocar chave', askKey)}</ActRow>
        <ActRow
          text={
            hasClaimCode
              ? 'O código da etiqueta, que quem instala a placa digita.'
              : 'Esta placa não tem código: quem a instala digita a chave dela.'
          }
        >
          {button(hasClaimCode ? 'Trocar código' : 'Gerar código', askCode)}
        </ActRow>
        {installation !== null && (
          <ActRow text="Para tirá-la de quem a instalou por engano, ou sem ser o dono.">
            {button(
              'Liberar placa',
              () => ask({ ...releasing(mac, installation), tone: 'good', after: refresh }),
              true,
            )}
          </ActRow>
        )}
        <ActRow
          text={
            hasReadings
              ? 'Já há leituras desta placa: tipo e modelo não podem mais ser alterados.'
              : 'Tipo e modelo podem ser corrigidos até a primeira leitura.'
          }
        >
          {!hasReadings && button('Alterar tipo e modelo', () => setForm('edit'))}
        </ActRow>
        <ActRow
          text={
            wasInstalled
              ? 'Já foi instalada: continua no inventário, com o histórico dela.'
              : 'Nunca foi instalada: pode sair do inventário.'
          }
        >
          {!wasInstalled && button('Remover do inventário', askRemoval, true)}
        </ActRow>
      </ul>
      {form === 'assign' && <AssignDialog mac={mac} onClose={close} />}
      {form === 'edit' && <EditBoardDialog board={board} onClose={close} />}
      {renewed !== null && <RenewedDialog renewed={renewed} onClose={() => setRenewed(null)} />}
      {question}
    </Card>
  );
};
