import { type ClientUser, removeClientUser } from '@nascente/contract/sites/client-users';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../shared/api/api-client.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { clientUsersQuery } from './use-save-client-user.ts';

interface RemovalQuestionProps {
  client: ClientUser;
  onRemoved: () => void;
  onClose: () => void;
}

export const RemovalQuestion = ({ client, onRemoved, onClose }: RemovalQuestionProps) => {
  const queryClient = useQueryClient();
  const { start, isSending, failure } = useSending(async () => {
    const { msg } = await request(removeClientUser, { params: { id: client._id } });
    await queryClient.invalidateQueries({ queryKey: clientUsersQuery.queryKey });
    onRemoved();
    announce(msg);
  });
  return (
    <ConfirmDialog
      title={`Remover ${client.name}?`}
      confirm="Remover"
      isDestructive
      isSending={isSending}
      failure={failure}
      onConfirm={start}
      onCancel={onClose}
    >
      <p>O acesso de {client.email} termina na mesma hora.</p>
    </ConfirmDialog>
  );
};
