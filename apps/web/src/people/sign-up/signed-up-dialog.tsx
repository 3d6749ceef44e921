import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useWantedAddress } from '../../shared/session-state/wanted-address.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';

/** The account is there; the only way on is Home, or what a link had led to. */
export const SignedUpDialog = ({ email }: { email: string }) => {
  const navigate = useNavigate();
  const wanted = useWantedAddress();
  const goOn = () => void navigate(wanted ?? '/home', { replace: true });
  return (
    <Dialog
      title="Cadastro realizado!"
      onDismiss={goOn}
      actions={<Button onClick={goOn}>{wanted === null ? 'Ir para o início' : 'Continuar'}</Button>}
    >
      <p>Enviamos para {email} um link que confirma o seu e-mail.</p>
    </Dialog>
  );
};
