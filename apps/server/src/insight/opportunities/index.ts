import { decideOpportunity, listOpportunities } from '@nascente/contract/insight/opportunities';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { createOpportunitiesService } from './opportunities.service.ts';
import { createSavingFinder, type SavingSources } from './saving-finder.ts';

export { leakSaving } from './kinds/leak.ts';

export const createOpportunitiesFeature = (
  needs: SavingSources & {
    database: Pick<Database, 'db' | 'changes'>;
    audit: AuditTrail;
    directory: MeterDirectory;
    seesSince: Parameters<typeof createOpportunitiesService>[0]['seesSince'];
    clock: () => Instant;
  },
): { register(app: CallBinder): void } => {
  const service = createOpportunitiesService({
    ...needs,
    db: needs.database.db,
    findSavings: createSavingFinder(needs),
  });
  return {
    register(app: CallBinder): void {
      bindCall(app, listOpportunities, ({ caller }) => service.list(caller));
      bindCall(app, decideOpportunity, ({ caller, params, body, request }) =>
        service.decide(caller, params.id, body, deviceOf(request)),
      );
    },
  };
};
