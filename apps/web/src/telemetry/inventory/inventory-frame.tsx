import type { ReactNode } from 'react';
import { useMay } from '../../shared/session-state/use-may.ts';
import { NoAccess } from '../../shared/ui/page/no-access.tsx';

/** The inventory is an Admin's. */
export const ForAdmins = ({ children }: { children: ReactNode }) => {
  return useMay('see-inventory') ? children : <NoAccess />;
};
