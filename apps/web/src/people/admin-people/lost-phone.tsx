import { Button } from '@mantine/core';
import { type ListedPerson, listPeople } from '@nascente/contract/people/admin-people';
import { resetSecondStep } from '@nascente/contract/people/second-step';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { fullName } from './full-name.ts';
import styles from './person-dialog.module.css';

/** For who has lost both the phone and the recovery codes. */
export const LostPhone = ({ person, onReset }: { person: ListedPerson; onReset: () => void }) => {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { start, isSending, failure } = useSending(async () => {
    const { msg } = await request(resetSecondStep, { params: { id: person._id } });
    await queryClient.invalidateQueries({ queryKey: [listPeople.name] });
    onReset();
    announce(msg, { tone: 'good' });
  });
  return (
    <div className={styles.access}>
      <p>
        Perdeu o celular, as chaves de acesso e os códigos de reserva? Sem eles, a pessoa entra só com a
        senha.
      </p>
      <Button variant="default" onClick={() => setAsking(true)}>
        Desativar duas etapas
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Desativar as duas etapas de ${fullName(person)}?`}
          confirm="Desativar"
          isDestructive
          isSending={isSending}
          failure={failure}
          onConfirm={start}
          onCancel={() => setAsking(false)}
        >
          <p>Confirme antes, por telefone ou pessoalmente, que o pedido veio mesmo desta pessoa.</p>
        </ConfirmDialog>
      )}
    </div>
  );
};
