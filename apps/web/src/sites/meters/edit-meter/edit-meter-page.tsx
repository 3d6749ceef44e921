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
import { Card, CardColumn } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { Loading, SkeletonFields, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import { METER_AREA_MS } from '../../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../../shared/ui/use-question.tsx';
import { EditForm, textOf } from './edit-form.tsx';
import styles from './meter-section.module.css';
import { MoveCard } from './move-card.tsx';

const Replacing = ({ board, fresh }: { readonly board: Board; readonly fresh: FreeBoard }) => (
  <ul className={styles.facts}>
    <li>
      Sai a placa {board.macAddress}; entra a placa {fresh.mac}, a partir de agora.
    </li>
    <li>O medidor fica: local, apelido, tarifa, histórico e quem o vê não mudam.</li>
    <li>As medições da placa nova continuam as da antiga, sem recomeçar o mês.</li>
    <li>
      O que a placa antiga mediu até agora e ainda não enviou será aceito. O que ela medir depois, não: ela
      volta ao estoque e pode ser cadastrada de novo.
    </li>
  </ul>
);

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
  const refresh = useRefreshMeters();
  const navigate = useNavigate();
  const { ask, question } = useQuestion();
  const { check, asksCode } = useBoardCheck(typed, code);
  const fresh = check.state === 'free' && isSameKind(board, check.board) ? check.board : null;
  const askReplacement = (to: FreeBoard) =>
    ask({
      title: `Trocar a placa de ${board.name}?`,
      confirm: 'Trocar placa',
      isDestructive: false,
      describeFailure: textOf,
      text: <Replacing board={board} fresh={to} />,
      call: () =>
        request(replaceBoard, {
          params: { id: board.id },
          body: { meter: to.mac, ...(to.code !== undefined && { code: to.code }) },
        }),
      done: 'Placa Atualizado!',
      tone: 'good',
      lastsMs: METER_AREA_MS,
      after: async () => {
        await navigate(`/editBoard/${to.mac}`, { replace: true });
        await refresh();
      },
    });
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
        <Button variant="default" disabled={fresh === null} onClick={() => fresh && askReplacement(fresh)}>
          Trocar placa
        </Button>
      </div>
      {question}
    </Card>
  );
};

const RemoveCard = ({ board }: { readonly board: Board }) => {
  const { macAddress: mac } = board;
  const refresh = useRefreshMeters();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { ask, question } = useQuestion();
  const askRemoval = () =>
    ask({
      title: `Deletar ${board.Alias}?`,
      confirm: 'Deletar',
      describeFailure: textOf,
      text: (
        <p>
          O medidor deixa de aparecer e as próximas mensagens da placa não são guardadas. O que ele já mediu
          continua no histórico do estabelecimento; quem cadastrar a placa depois não vê nada disso.
        </p>
      ),
      call: async () => {
        await request(removeMeter, { params: { mac } });
        await navigate('/home', { replace: true });
      },
      done: 'Placa deletada!',
      lastsMs: METER_AREA_MS,
      after: async () => {
        queryClient.removeQueries({ queryKey: queryFor(readMeter, { params: { mac } }).queryKey });
        await refresh();
      },
    });
  return (
    <Card tour="edit-meter-delete" title="Deletar medidor">
      <div className={styles.section}>
        <p>O medidor sai da conta e a placa pode ser cadastrada de novo, aqui ou por outra pessoa.</p>
        <Button variant="default" color="bad" onClick={askRemoval}>
          Deletar
        </Button>
      </div>
      {question}
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
