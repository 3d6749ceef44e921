import { Button, Checkbox, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { type Establishment, listEstablishments } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import { nameOf } from '../../../shared/establishment-name.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import styles from './meter-section.module.css';
import { MoveDialog, type MovingTo } from './move-dialog.tsx';

/** The other establishments of whom the meter belongs to. */
const useEstablishments = (board: Board): readonly Establishment[] => {
  const { data } = useQuery(queryFor(listEstablishments, {}));
  const all = data?.establishments ?? [];
  return all.filter(({ _id, owner }) => _id !== board.establishmentId && owner === board.Owner);
};

export const MoveCard = ({ board }: { readonly board: Board }) => {
  const { profile } = useUser();
  const establishments = useEstablishments(board);
  const [establishmentId, setEstablishmentId] = useState('');
  const [isGeneral, setGeneral] = useState(false);
  const [keepsAccess, setKeepsAccess] = useState(false);
  const [asked, setAsked] = useState<MovingTo | null>(null);
  const establishment = establishments.find(({ _id }) => _id === establishmentId);
  return (
    <Card tour="edit-meter-move" title="Mover para outro local">
      <div className={styles.section}>
        {establishments.length === 0 ? (
          <p>Não há outro estabelecimento nesta conta para onde mover o medidor.</p>
        ) : (
          <>
            <p>Agora em {board.establishmentName}. O que ele já mediu continua contado lá.</p>
            <NativeSelect
              label="Novo local"
              value={establishmentId}
              data={[
                { value: '', label: 'Selecione', disabled: true },
                ...establishments.map((one) => ({ value: one._id, label: nameOf(one) })),
              ]}
              onChange={({ currentTarget }) => setEstablishmentId(currentTarget.value)}
            />
            <Checkbox
              label="Será o medidor geral do novo local"
              checked={isGeneral}
              onChange={({ currentTarget }) => setGeneral(currentTarget.checked)}
            />
            {may(profile, 'manage-client-users') && (
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
                setAsked({ id: establishment._id, name: nameOf(establishment), isGeneral, keepsAccess })
              }
            >
              Mover medidor
            </Button>
          </>
        )}
      </div>
      {asked && <MoveDialog board={board} to={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
};
