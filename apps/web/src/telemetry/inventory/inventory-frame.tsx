import { may } from '@nascente/domain/people/permissions';
import type { ReactNode } from 'react';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { NoAccess } from '../../shared/ui/page/no-access.tsx';

/** The inventory is an Admin's. */
export const ForAdmins = ({ children }: { children: ReactNode }) => {
  const { profile } = useUser();
  return may(profile, 'see-inventory') ? children : <NoAccess />;
};
