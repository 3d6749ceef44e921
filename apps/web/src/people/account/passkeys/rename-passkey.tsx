import { type Passkey, renamePasskey } from '@nascente/contract/people/passkeys';
import { request } from '../../../shared/api/api-client.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';

export const RenamePasskey = (props: {
  passkey: Passkey;
  onChanged: () => Promise<void>;
  onClose: () => void;
}) => (
  <PasskeyNameDialog
    title="Renomear chave de acesso"
    action="Salvar"
    name={props.passkey.name}
    onNamed={async (name) => {
      const { msg } = await request(renamePasskey, { params: { id: props.passkey.id }, body: { name } });
      await props.onChanged();
      props.onClose();
      announce(msg);
    }}
    onClose={props.onClose}
  />
);
