import { may } from '@nascente/domain/people/permissions';
import type { Caller } from '../../platform/http/caller.ts';

/** The scope of meters that a person sees. */
export type Scope = 'all' | 'own' | 'own-and-clients' | 'granted';

/** The account and scope by which a query selects visible meters. */
export type Viewer = ReturnType<typeof viewerOf>;

const scopeOf = (profile: Caller['profile']): Scope => {
  if (may(profile, 'see-every-customer')) return 'all';
  if (profile === 'client') return 'granted';
  return may(profile, 'create-client-users') ? 'own-and-clients' : 'own';
};

export const viewerOf = (caller: Pick<Caller, 'accountId' | 'profile'>) => ({
  accountId: caller.accountId,
  scope: scopeOf(caller.profile),
});
