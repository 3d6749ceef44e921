import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { type Establishment, listEstablishments } from '@nascente/contract/sites/establishments';
import { moveMeter } from '@nascente/contract/sites/meter-changes';
import type { Board } from '@nascente/contract/sites/meters';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { useRefreshMeters } from '../../../shared/boards/refresh-meters.ts';
import { nameOf } from '../../../shared/establishment-name.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { METER_AREA_MS } from '../../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../../shared/ui/use-question.tsx';
import { textOf } from './edit-form.tsx';
import styles from './meter-section.module.css';

interface MovingTo {
  readonly id: string;
  readonly name: string;
  readonly isGeneral: boolean;
  readonly keepsAccess: boolean;
}

/** The effects of a move, before it. */
const MoveEffects = ({ board, to }: { board: Board; to: MovingTo }) => {
  const hasClients = useMay('manage-client-users');
  return (
    <ul className={styles.facts}>
      <li>O que foi medido até agora continua em {board.establishmentName}: os totais passados não mudam.</li>
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
            ? 'Os clientes que veem este medidor continuam vendo, agora no novo estabelecimento.'
            : 'Clientes que veem este medidor deixam de ver, até que o acesso seja dado de novo.'}
        </li>
      )}
    </ul>
  );
};

/** Null while unknown. */
const useEstablishments = (board: Board): readonly Establishment[] | null => {
  const { data } = useQuery(queryFor(listEstablishments, {}));
  if (data === undefined) return null;
  return data.establishments.filter(
    ({ _id, owner }) => _id !== board.establishmentId && owner === board.Owner,
  );
};

export const MoveCard = ({ board }: { readonly board: Board }) => {
  const mayManageClientUsers = useMay('manage-client-users');
  const establishments = useEstablishments(board);
  const [establishmentId, setEstablishmentId] = useState('');
  const [isGeneral, setGeneral] = useState(false);
  const [keepsAccess, setKeepsAccess] = useState(false);
  const refresh = useRefreshMeters();
  const { ask, question } = useQuestion();
  const establishment = establishments?.find(({ _id }) => _id === establishmentId);
  const askMove = (to: MovingTo) =>
    ask({
      title: `Mover ${board.name} para ${to.name}?`,
      confirm: 'Mover',
      isDestructive: false,
      describeFailure: textOf,
      text: <MoveEffects board={board} to={to} />,
      call: () =>
        request(moveMeter, {
          params: { id: board.id },
          body: { locationCode: to.id, isGeral: to.isGeneral, keepAccess: to.keepsAccess },
        }),
      after: refresh,
      done: `Medidor movido para ${to.name}.`,
      tone: 'good',
      lastsMs: METER_AREA_MS,
    });
  return (
    <Card tour="edit-meter-move" title="Mover para outro estabelecimento">
      <div className={styles.section}>
        {establishments?.length === 0 ? (
          <p>Não há outro estabelecimento nesta conta para onde mover o medidor.</p>
        ) : (
          <>
            <p>Agora em {board.establishmentName}. O que ele já mediu continua contado lá.</p>
            <NativeSelect
              label="Novo estabelecimento"
              value={establishmentId}
              data={[
                { value: '', label: 'Selecione', disabled: true },
                ...(establishments ?? []).map((one) => ({ value: one._id, label: nameOf(one) })),
              ]}
              onChange={({ currentTarget }) => setEstablishmentId(currentTarget.value)}
            />
            <Checkbox
              label="Será o medidor geral do novo estabelecimento"
              checked={isGeneral}
              onChange={({ currentTarget }) => setGeneral(currentTarget.checked)}
            />
            {mayManageClientUsers && (
              <Checkbox
                label="Os clientes que veem o medidor continuam vendo"
                checked={keepsAccess}
                onChange={({ currentTarget }) => setKeepsAccess(currentTarget.checked)}
              />
            )}
            <Button
              variant="default"
              disabled={establishment === undefined}
              onClick={() =>
                establishment &&
                askMove({ id: establishment._id, name: nameOf(establishment), isGeneral, keepsAccess })
              }
            >
              Mover medidor
            </Button>
          </>
        )}
      </div>
      {question}
    </Card>
  );
};
