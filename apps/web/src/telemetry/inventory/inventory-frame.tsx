import type { ReactNode } from 'react';
import { useMay } from '../../shared/session-state/use-may.ts';
import { NoAccess } from '../../shared/ui/page/no-access.tsx';

/** Only an Admin sees the inventory. */
export const ForAdmins = ({ children }: { children: ReactNode }) => {
  return useMay('see-inventory') ? children : <NoAccess />;
};
