import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { bindOpportunities } from './opportunities.routes.ts';
import { createOpportunitiesService } from './opportunities.service.ts';
import { createSavingFinder, type SavingSources } from './saving-finder.ts';

export { leakSaving } from './kinds/leak.ts';

/** What could be saved, of all establishments, and what people make of it. */
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
  return { register: (app) => bindOpportunities(app, service) };
};
