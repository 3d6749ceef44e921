import { may } from '@nascente/domain/people/permissions';
import { Navigate } from 'react-router';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Page } from '../../shared/ui/page/page.tsx';
import { ClientUsers } from './client-users.tsx';

/** Client users of a Manager or an Admin; other profiles go to Home (spec, section 6). */
export const ClientUsersPage = () => {
  const { profile } = useUser();
  if (!may(profile, 'manage-client-users')) return <Navigate to="/home" replace />;
  return (
    <Page title="Clientes">
      <ClientUsers />
    </Page>
  );
};
