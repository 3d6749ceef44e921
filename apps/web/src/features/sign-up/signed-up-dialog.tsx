import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { Dialog } from '../../shared/ui/dialog.tsx';

/** The account is there; the only way on is Home. */
export const SignedUpDialog = ({ email }: { email: string }) => {
  const navigate = useNavigate();
  const goHome = () => void navigate('/home', { replace: true });
  return (
    <Dialog
      title="Cadastro realizado!"
      onDismiss={goHome}
      actions={<Button onClick={goHome}>Ir para o início</Button>}
    >
      <p>Enviamos para {email} um link que confirma o seu e-mail.</p>
    </Dialog>
  );
};
