import { deviceDay } from '../device-time.ts';
import { useUser } from './signed-in.ts';

/** Until when keys and links work, for people whose account is linked to an identity provider. */
export const CredentialsUntil = ({ className }: { className?: string | undefined }) => {
  const { credentialsUntil } = useUser();
  // An answer stored by an earlier version does not have the field.
  if (!credentialsUntil) return null;
  return (
    <p className={className}>
      Você entra pela conta da empresa: chaves, integrações, links e avisos desta conta funcionam até{' '}
      {deviceDay(credentialsUntil)}, e cada nova entrada por ela renova esse prazo.
    </p>
  );
};
