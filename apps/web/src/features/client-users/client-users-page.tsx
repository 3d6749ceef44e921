import { may } from '@nascente/domain/people/permissions';
import { Navigate } from 'react-router';
import { useUser } from '../../shared/signed-in.ts';
import { Page } from '../../shared/ui/page.tsx';
import { ClientUsers } from './client-users.tsx';

/** A Manager's or Admin's client users; who may become a Manager is led to the request, everybody else home. */
export const ClientUsersPage = () => {
  const { profile } = useUser();
  if (may(profile, 'request-upgrade')) return <Navigate to="/account#gestor" replace />;
  if (!may(profile, 'manage-client-users')) return <Navigate to="/home" replace />;
  return (
    <Page title="Clientes">
      <ClientUsers />
    </Page>
  );
};
