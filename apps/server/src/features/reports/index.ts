import type { Instant } from '@nascente/domain/time/zone';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import type { BillsService } from '../bills/index.ts';
import type { ApportionmentService } from '../groups/index.ts';
import { bindReports } from './reports.routes.ts';
import { createReportsService } from './reports.service.ts';

/** Reports to keep or to send on, of figures that other features tell. */
export const createReportsFeature = (needs: {
  bills: BillsService;
  apportionment: ApportionmentService;
  threads: WorkerThreads;
  brandRule: readonly string[];
  clock: () => Instant;
}) => {
  const service = createReportsService(needs);
  return { register: (app: CallBinder) => bindReports(app, service) };
};
