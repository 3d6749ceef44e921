import { Button } from '@mantine/core';
import { removeMeter, replaceBoard } from '@nascente/contract/sites/meter-changes';
import { type Board, readMeter } from '@nascente/contract/sites/meters';
import { may } from '@nascente/domain/people/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { modelText, typeText } from '../../../shared/boards/board-texts.ts';
import { ClaimField, MacField, macProblem, typedMacProblem } from '../../../shared/boards/mac-field.tsx';
import { useRefreshMeters } from '../../../shared/boards/refresh-meters.ts';
import { type FreeBoard, useBoardCheck } from '../../../shared/boards/use-board-check.ts';
import { MeterGate } from '../../../shared/meter-gate.tsx';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { ConfirmDialog, DialogButton } from '../../../shared/ui/confirm-dialog.tsx';
import { Card, CardColumn } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { Loading, SkeletonFields, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import { announce, METER_AREA_MS } from '../../../shared/ui/snackbar.tsx';
import { EditForm, textOf } from './edit-form.tsx';
import styles from './meter-section.module.css';
import { MoveCard } from './move-card.tsx';

interface ReplaceDialogProps {
  readonly board: Board;
  readonly fresh: FreeBoard;
  readonly onClose: () => void;
}

const ReplaceDialog = ({ board, fresh, onClose }: ReplaceDialogProps) => {
  const { mac, code } = fresh;
  const refresh = useRefreshMeters();
  const navigate = useNavigate();
  const replace = async () => {
    await request(replaceBoard, {
      params: { id: board.id },
      body: { meter: mac, ...(code !== undefined && { code }) },
    });
    announce('Placa Atualizado!', { tone: 'good', lastsMs: METER_AREA_MS });
    onClose();
    await navigate(`/editBoard/${mac}`, { replace: true });
    await refresh();
  };
  return (
    <ConfirmDialog
      title={`Trocar a placa de ${board.name}?`}
      confirm="Trocar placa"
      describeFailure={textOf}
      onConfirm={replace}
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

const kindOf = ({ type, model }: Pick<FreeBoard, 'type' | 'model'>): string =>
  type === 'water' ? typeText(type) : modelText(model).toLowerCase();

const isSameKind = (board: Board, fresh: FreeBoard): boolean =>
  fresh.type === board.type && fresh.model === board.model;

const NOT_FOUND = {
  byMac: 'Placa não encontrada: confira o endereço na etiqueta.',
  byCode: 'Placa não encontrada: confira o endereço e o código na etiqueta.',
};

/** Why a typed MAC cannot be used, or null. */
const problemOf = (
  typed: string,
  { check, asksCode }: ReturnType<typeof useBoardCheck>,
  board: Board,
): string | null => {
  if (macProblem(typed) !== null) return typedMacProblem(typed);
  if (check.state === 'unknown') return asksCode ? NOT_FOUND.byCode : NOT_FOUND.byMac;
  if (check.state === 'refused' || check.state === 'failed') return check.msg;
  if (check.state === 'free' && !isSameKind(board, check.board))
    return `Esta placa é de outro tipo: a nova precisa ser igual à atual (${kindOf(board)}).`;
  return null;
};

/** Exchanges a broken board: the meter continues. */
const ReplaceCard = ({ board }: { readonly board: Board }) => {
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('');
  const [requested, setAsked] = useState<FreeBoard | null>(null);
  const { check, asksCode } = useBoardCheck(typed, code);
  const fresh = check.state === 'free' && isSameKind(board, check.board) ? check.board : null;
  return (
    <Card tour="edit-meter-replace" title="Trocar placa">
      <div className={styles.section}>
        <p>Placa com defeito? A nova continua este medidor, com o mesmo histórico e no mesmo local.</p>
        <MacField
          label="MAC da placa nova"
          value={typed}
          onChange={setTyped}
          error={problemOf(typed, { check, asksCode }, board)}
          isChecking={check.state === 'running'}
          {...(fresh && { description: 'Placa encontrada e livre.' })}
        />
        {asksCode && <ClaimField value={code} onChange={setCode} />}
        <Button variant="default" disabled={fresh === null} onClick={() => setAsked(fresh)}>
          Trocar placa
        </Button>
      </div>
      {requested !== null && <ReplaceDialog board={board} fresh={requested} onClose={() => setAsked(null)} />}
    </Card>
  );
};

const useRemove = ({ macAddress: mac }: Board) => {
  const refresh = useRefreshMeters();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await request(removeMeter, { params: { mac } });
    announce('Placa deletada!', { lastsMs: METER_AREA_MS });
    await navigate('/home', { replace: true });
    queryClient.removeQueries({ queryKey: queryFor(readMeter, { params: { mac } }).queryKey });
    await refresh();
  };
};

const RemoveCard = ({ board }: { readonly board: Board }) => {
  const remove = useRemove(board);
  return (
    <Card tour="edit-meter-delete" title="Deletar medidor">
      <div className={styles.section}>
        <p>O medidor sai da conta e a placa pode ser cadastrada de novo, aqui ou por outra pessoa.</p>
        <DialogButton
          variant="default"
          color="bad"
          dialog={(close) => (
            <ConfirmDialog
              title={`Deletar ${board.Alias}?`}
              confirm="Deletar"
              isDestructive
              describeFailure={textOf}
              onConfirm={remove}
              onCancel={close}
            >
              <p>
                O medidor deixa de aparecer e as próximas mensagens da placa não são guardadas. O que ele já
                mediu continua no histórico do estabelecimento; quem cadastrar a placa depois não vê nada
                disso.
              </p>
            </ConfirmDialog>
          )}
        >
          Deletar
        </DialogButton>
      </div>
    </Card>
  );
};

const PastCard = ({ board: { macAddress: mac } }: { readonly board: Board }) => (
  <Card title="Dados passados">
    <div className={styles.section}>
      <p>Leituras erradas podem deixar de contar, e o que outro sistema mediu pode ser importado.</p>
      <TextLink to={`/meter/${mac}/corrections`}>Corrigir leituras</TextLink>
      <TextLink to={`/meter/${mac}/import`}>Importar dados passados</TextLink>
    </div>
  </Card>
);

const EditMeter = ({ board }: { readonly board: Board }) => {
  const { profile } = useUser();
  const mayEdit = may(profile, 'edit-meter');
  return (
    <Page
      title="Editar medidor"
      overline={board.Alias}
      action={<TextLink to={`/meter/${board.macAddress}`}>Ver medidor</TextLink>}
    >
      <Card title="Dados do medidor" span={7}>
        <EditForm board={board} mayEdit={mayEdit} />
      </Card>
      {mayEdit && (
        <CardColumn span={5}>
          <MoveCard board={board} />
          <ReplaceCard board={board} />
          <PastCard board={board} />
          {may(profile, 'remove-meter') && <RemoveCard board={board} />}
        </CardColumn>
      )}
    </Page>
  );
};

const TITLE = 'Editar medidor';

const Waiting = () => (
  <Page title={TITLE} overline={<SkeletonLine width={14} />}>
    <Card span={7}>
      <Loading>
        <SkeletonLine width={24} size="card" />
        <SkeletonFields fields={5} />
      </Loading>
    </Card>
    <Card span={5}>
      <Loading>
        <SkeletonFields fields={2} />
      </Loading>
    </Card>
  </Page>
);

export const EditMeterPage = () => (
  <MeterGate title={TITLE} skeleton={<Waiting />}>
    {(board) => <EditMeter key={board.id} board={board} />}
  </MeterGate>
);
