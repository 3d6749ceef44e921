import {
  type Invitation,
  inviteClient,
  listInvitations,
  renewInvitation,
  withdrawInvitation,
} from '@nascente/contract/people/invitations';
import { useQueryClient } from '@tanstack/react-query';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { announce } from '../../shared/ui/snackbar.tsx';
import { invitationOf, type TypedInvitation } from './invitation-schema.ts';

export const invitationsQuery = queryFor(listInvitations, {});

/** An invitation whose link is handed over, readable only now. */
export interface HandedLink {
  readonly name: string;
  readonly link: string;
}

const isSent = 'Convite enviado!';

export const useInvitations = () => {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
  const announceInvitation = async ({
    invitation,
    link,
  }: {
    invitation: Invitation;
    link: string | null;
  }) => {
    await refresh();
    if (link === null) announce(isSent, { tone: 'good' });
    return link === null ? null : { name: invitation.name, link };
  };
  return {
    invite: async (typed: TypedInvitation): Promise<HandedLink | null> =>
      announceInvitation(await request(inviteClient, { body: invitationOf(typed) })),
    renew: async ({ id }: Invitation): Promise<HandedLink | null> =>
      announceInvitation(await request(renewInvitation, { params: { id } })),
    withdraw: async ({ id }: Invitation): Promise<void> => {
      await request(withdrawInvitation, { params: { id } });
      await refresh();
      announce('Convite cancelado.');
    },
  };
};
