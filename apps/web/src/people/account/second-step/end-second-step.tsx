import { endSecondStep } from '@nascente/contract/people/second-step';
import { request } from '../../../shared/api/api-client.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { OwnerDialog } from './owner-dialog.tsx';

/** From now on the keys of devices, or the password alone. */
export const EndSecondStep = (props: {
  hasPasskeys: boolean;
  onChanged: () => Promise<void>;
  onClose: () => void;
}) => (
  <OwnerDialog
    title="Desativar o aplicativo autenticador?"
    action="Desativar"
    isDestructive
    onProved={async (body) => {
      const { msg } = await request(endSecondStep, { body });
      await props.onChanged();
      props.onClose();
      announce(msg);
    }}
    onClose={props.onClose}
  >
    <p>
      {props.hasPasskeys
        ? 'Entrar continua pedindo uma chave de acesso, e os códigos de reserva continuam valendo.'
        : 'Entrar passará a pedir só a senha, e os códigos de reserva deixam de valer.'}
    </p>
  </OwnerDialog>
);
