import { Button } from '@mantine/core';
import {
  type Establishment,
  listEstablishments,
  removeEstablishment,
} from '@nascente/contract/sites/establishments';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { request } from '../../shared/api/api-client.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import styles from './remove-establishment.module.css';

interface RemoveEstablishmentProps {
  establishment: Establishment;
  /** Nothing more is kept of it. */
  onRemoved: () => void;
}

const RemovalQuestion = ({
  establishment,
  onRemoved,
  onClose,
}: RemoveEstablishmentProps & { onClose: () => void }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isRemoved, setRemoved] = useState(false);
  const remove = async () => {
    await request(removeEstablishment, { params: { id: establishment._id } });
    await queryClient.invalidateQueries({ queryKey: [listEstablishments.name], refetchType: 'none' });
    onRemoved();
    setRemoved(true);
  };
  // Once what was typed counts as given up, so that leaving asks nothing.
  useEffect(() => {
    if (!isRemoved) return;
    announce('Estabelecimento excluído.');
    void navigate('/home', { replace: true });
  }, [isRemoved, navigate]);
  if (isRemoved) return null;
  return (
    <ConfirmDialog
      title={`Excluir ${nameOf(establishment)}?`}
      confirm="Excluir"
      isDestructive
      onConfirm={remove}
      onCancel={onClose}
    >
      <p>O cadastro do estabelecimento será apagado e não poderá ser recuperado.</p>
    </ConfirmDialog>
  );
};

/** The way out for an establishment without meters; with meters it says what stands in the way. */
export const RemoveEstablishment = ({ establishment, onRemoved }: RemoveEstablishmentProps) => {
  const mayRemoveEstablishment = useMay('remove-establishment');
  const [isAsked, setAsked] = useState(false);
  if (!mayRemoveEstablishment) return null;
  const hasMeters = establishment.installations.length > 0;
  return (
    <div className={styles.removal}>
      {hasMeters ? (
        <p>Um estabelecimento com medidores não pode ser excluído.</p>
      ) : (
        <Button variant="subtle" color="bad" onClick={() => setAsked(true)}>
          Excluir estabelecimento
        </Button>
      )}
      {isAsked && (
        <RemovalQuestion
          establishment={establishment}
          onRemoved={onRemoved}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
};
