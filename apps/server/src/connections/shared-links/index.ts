import type { Instant } from '@nascente/domain/base/time/zone';
import type { AlertsFeature } from '../../alerts/alerts/index.ts';
import type { CurvesFeature } from '../../energy/curves/index.ts';
import type { ReportsFeature } from '../../insight/reports/index.ts';
import type { EnergyFlowService } from '../../money/energy-flow/index.ts';
import type { EstablishmentReaders } from '../../money/establishment-consumption/index.ts';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createMissedLinks } from '../../platform/limits/missed-links.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { createSharedCurves, createStoredChart } from './shared-curves.ts';
import { createSharedLinksRepository } from './shared-links.repository.ts';
import { bindSharedLinks } from './shared-links.routes.ts';
import { createSharedLinksService, FOLLOWED } from './shared-links.service.ts';
import { createShownFigures } from './shown-figures.ts';

/** Links by which somebody without an account sees one thing, as long as whoever made them sees it. */
export const createSharedLinksFeature = (needs: {
  database: Pick<Database, 'db'>;
  establishments: EstablishmentsService;
  consumption: Pick<EstablishmentReaders, 'cycle' | 'day'>;
  flows: EnergyFlowService;
  alerts: Pick<AlertsFeature, 'openAt'>;
  reports: Pick<ReportsFeature, 'readNow' | 'daysNow'>;
  curves: Pick<CurvesFeature, 'read'>;
  directory: MeterDirectory;
  audit: AuditTrail;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { database, establishments, directory, audit, reports, curves, clock } = needs;
  const { db } = database;
  const repository = createSharedLinksRepository(db);
  const links = createSharedLinksService({
    links: repository,
    establishments,
    directory,
    storedChart: createStoredChart({ directory, curves: curves.read }),
    audit,
    followed: createQuota({ db, clock, purpose: 'shared-link', ...FOLLOWED }),
    missed: createMissedLinks({ db, clock }),
    clock,
  });
  const curvesOf = createSharedCurves({ directory, curves: curves.read });
  const figures = createShownFigures({ ...needs, curvesOf });
  return {
    register: (app) => bindSharedLinks(app, { links, repository, figures, report: reports.readNow, clock }),
  };
};
