import { type Passkey, removePasskey } from '@nascente/contract/people/passkeys';
import { request } from '../../../shared/api/api-client.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { OwnerDialog } from '../second-step/owner-dialog.tsx';

/** The server forgets the key; what the device keeps of it opens nothing any more. */
export const RemovePasskey = (props: {
  passkey: Passkey;
  onChanged: () => Promise<void>;
  onClose: () => void;
}) => (
  <OwnerDialog
    title={`Remover ${props.passkey.name}?`}
    action="Remover"
    isDestructive
    onProved={async (body) => {
      const { msg } = await request(removePasskey, { params: { id: props.passkey.id }, body });
      await props.onChanged();
      props.onClose();
      announce(msg);
    }}
    onClose={props.onClose}
  >
    <p>Esta chave deixa de entrar na sua conta na mesma hora. Apague-a também no aparelho.</p>
  </OwnerDialog>
);
