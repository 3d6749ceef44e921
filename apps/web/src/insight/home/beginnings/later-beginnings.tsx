import { readAlertNotices } from '@nascente/contract/alerts/alert-notices';
import { readContract } from '@nascente/contract/money/billing-terms';
import { listInvitations } from '@nascente/contract/people/invitations';
import { listClientUsers } from '@nascente/contract/sites/client-users';
import type { Establishment } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { beginningsOf, contractEstablishmentOf, NO_LATER_STEPS } from './beginnings.ts';
import { BeginningsCard } from './beginnings-card.tsx';
import { rememberOver, useBeginningsShown } from './beginnings-over.ts';

interface LaterBeginningsProps {
  readonly establishments: readonly Establishment[];
  readonly boards: readonly Board[];
}

/** Whether a contract is entered; `undefined`: unknown. */
const useHasContract = (
  establishment: Establishment | undefined,
  isRequested: boolean,
): boolean | undefined => {
  const { data } = useQuery({
    ...queryFor(readContract, { params: { id: establishment?._id ?? '' }, query: { type: 'eletric' } }),
    enabled: isRequested && establishment !== undefined,
  });
  return data && data.contract.versions.length > 0;
};

const useHasInvited = (isRequested: boolean): boolean | undefined => {
  const clients = useQuery({ ...queryFor(listClientUsers, {}), enabled: isRequested });
  const hasClients = clients.data && clients.data.users.length > 0;
  const invitations = useQuery({
    ...queryFor(listInvitations, {}),
    enabled: isRequested && hasClients === false,
  });
  return hasClients || (invitations.data && invitations.data.invitations.length > 0);
};

/** Whether the account receives alerts by e-mail or on a device; `undefined`: unknown. */
const useHearsOfAlerts = (isRequested: boolean): boolean | undefined => {
  const { data } = useQuery({ ...queryFor(readAlertNotices, {}), enabled: isRequested });
  return data && (data.notices.preference.email !== 'never' || data.notices.devices.length > 0);
};

export const LaterBeginnings = ({ establishments, boards }: LaterBeginningsProps) => {
  const { _id: accountId, profile } = useUser();
  const [isShown, end] = useBeginningsShown();
  const isRequested = isShown && beginningsOf(establishments, boards, NO_LATER_STEPS).length === 0;
  const establishment = contractEstablishmentOf(establishments, boards);
  const hasContract = useHasContract(establishment, isRequested);
  const invites = may(profile, 'create-client-users');
  const hasInvited = useHasInvited(isRequested && invites);
  const hearsOfAlerts = useHearsOfAlerts(isRequested);
  const isContractLoaded = establishment === undefined || hasContract !== undefined;
  const isLoaded = isContractLoaded && (!invites || hasInvited !== undefined) && hearsOfAlerts !== undefined;
  const later = { hasContract, hasInvited, hearsOfAlerts };
  const steps = isRequested && isLoaded ? beginningsOf(establishments, boards, later) : [];
  const isOver = isRequested && isLoaded && steps.length === 0;
  useEffect(() => {
    if (isOver) rememberOver(accountId);
  }, [isOver, accountId]);
  return <BeginningsCard steps={steps} onEnd={end} />;
};
