import { useQuery } from '@tanstack/react-query';
import { PasswordDialog } from '../password-dialog.tsx';
import { ConfirmedDialog } from './confirmed-dialog.tsx';
import type { OwnerDialogProps } from './proved.ts';
import { secondStepQuery } from './second-step-query.ts';

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
