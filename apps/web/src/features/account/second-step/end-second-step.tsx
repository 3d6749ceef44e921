import { endSecondStep } from '@nascente/contract/second-step';
import { request } from '../../../shared/api-client.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { ConfirmedDialog } from './confirmed-dialog.tsx';

/** From now on the password alone. */
export const EndSecondStep = (props: { onChanged: () => Promise<void>; onClose: () => void }) => (
  <ConfirmedDialog
    title="Desativar a verificação em duas etapas?"
    action="Desativar"
    isDestructive
    onConfirmed={async (body) => {
      const { msg } = await request(endSecondStep, { body });
      await props.onChanged();
      props.onClose();
      announce(msg);
    }}
    onClose={props.onClose}
  >
    <p>Entrar passará a pedir só a senha, e os códigos de reserva deixam de valer.</p>
  </ConfirmedDialog>
);
