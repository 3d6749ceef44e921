import type { BodyGiven } from '@nascente/contract/base/call';
import type { renewRecoveryCodes } from '@nascente/contract/people/second-step';
import type { ReactNode } from 'react';

/** The password, and the second step where the account has one. */
export type Proved = BodyGiven<typeof renewRecoveryCodes>;

export interface OwnerDialogProps {
  title: string;
  action: string;
  isDestructive?: boolean;
  onProved: (proved: Proved) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}
