import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import { type Group, removeGroup } from '@nascente/contract/sites/groups';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { request } from '../../shared/api/api-client.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { useRefreshGroups } from './use-save-group.ts';

/** A button, and the question that it asks. */
export const RemoveGroup = ({ group }: { readonly group: Group }) => {
  const [isAsked, setAsked] = useState(false);
  const refresh = useRefreshGroups();
  const navigate = useNavigate();
  const { start, isSending, failure } = useSending(async () => {
    await request(removeGroup, { params: { id: group._id } });
    announce('Grupo removido.');
    await navigate('/groups', { replace: true });
    await refresh();
  });
  return (
    <>
      <Button variant="default" color="bad" onClick={() => setAsked(true)}>
        Remover grupo
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Remover ${group.name}?`}
          confirm="Remover"
          isDestructive
          isSending={isSending}
          failure={failure}
          onConfirm={start}
          onCancel={() => setAsked(false)}
        >
          <p>Os totais do grupo deixam de existir. Os medidores e o que eles mediram ficam como estão.</p>
        </ConfirmDialog>
      )}
    </>
  );
};
