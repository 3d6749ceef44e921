import type { BodyGiven } from '@nascente/contract/call';
import type { renewRecoveryCodes } from '@nascente/contract/second-step';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PasswordDialog } from '../password-dialog.tsx';
import { ConfirmedDialog } from './confirmed-dialog.tsx';
import { secondStepQuery } from './second-step-query.ts';

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

/** Something that only the owner of the account may do: asked for is whatever signing in asks for. */
export const OwnerDialog = ({ onProved, ...rest }: OwnerDialogProps) => {
  // The cards behind it have asked, and ask again when something changes.
  const { data } = useQuery({ ...secondStepQuery, staleTime: Number.POSITIVE_INFINITY });
  const hasApp = data !== undefined && data.since !== null;
  const hasPasskeys = (data?.passkeys ?? 0) > 0;
  if (hasApp || hasPasskeys)
    return <ConfirmedDialog {...rest} hasApp={hasApp} hasPasskeys={hasPasskeys} onProved={onProved} />;
  return <PasswordDialog {...rest} onPassword={(password) => onProved({ password })} />;
};
