import { deviceDay } from '../device-time.ts';
import { useUser } from './signed-in.ts';

export const CredentialsUntil = ({ className }: { className?: string | undefined }) => {
  const { credentialsUntil } = useUser();
  // An answer stored by an earlier version lacks the field.
  if (!credentialsUntil) return null;
  return (
    <p className={className}>
      Você entra pela conta da empresa: chaves, integrações, links e avisos desta conta funcionam até{' '}
      {deviceDay(credentialsUntil)}, e cada nova entrada por ela renova esse prazo.
    </p>
  );
};
