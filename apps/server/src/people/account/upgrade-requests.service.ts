import type { UpgradeRequestState } from '@nascente/contract/people/account';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { Device } from '../session/index.ts';
import type { UpgradeRequestsRepository } from './upgrade-requests.repository.ts';

export type UpgradeRequestsService = ReturnType<typeof createUpgradeRequestsService>;

export const createUpgradeRequestsService = (needs: {
  requests: UpgradeRequestsRepository;
  audit: AuditTrail;
  clock: () => Instant;
}) => ({
  /** Requests the profile Manager. A repeated request before the decision changes nothing. */
  async request(caller: Caller, device: Device): Promise<void> {
    requirePermission(caller, 'request-upgrade');
    const { accountId } = caller;
    if (!(await needs.requests.insert(accountId, needs.clock()))) return;
    await needs.audit.record({
      action: 'upgrade-requested',
      actorId: accountId,
      subjectId: accountId,
      device,
    });
  },
  /** What became of the newest one. */
  async read(caller: Caller): Promise<UpgradeRequestState> {
    requirePermission(caller, 'request-upgrade');
    const newest = await needs.requests.newest(caller.accountId);
    return (
      newest && {
        requestedAt: newest.requestedAt.toISOString(),
        decidedAt: newest.decidedAt?.toISOString() ?? null,
        approved: newest.approved,
      }
    );
  },
});
