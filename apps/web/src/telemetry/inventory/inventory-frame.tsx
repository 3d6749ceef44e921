import { may } from '@nascente/domain/people/permissions';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useUser } from '../../shared/session-state/signed-in.ts';

/** The inventory is an Admin's, everybody else is led home. */
export const ForAdmins = ({ children }: { children: ReactNode }) => {
  const { profile } = useUser();
  return may(profile, 'see-inventory') ? children : <Navigate to="/home" replace />;
};
