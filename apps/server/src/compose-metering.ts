import type { Instant } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import { type AlertsFeature, createAlertsFeature, type SendPush } from './alerts/alerts/index.ts';
import { composePast } from './compose-past.ts';
import { composeReading } from './compose-reading.ts';
import { createIntegrationsFeature, type HomeStates } from './connections/integrations/index.ts';
import { createSharedLinksFeature } from './connections/shared-links/index.ts';
import {
  type ConsumptionFeature,
  createConsumptionFeature,
  createNightFlowService,
  inReais,
} from './energy/consumption/index.ts';
import { createCurvesFeature } from './energy/curves/index.ts';
import { createExportsFeature } from './energy/exports/index.ts';
import { createGroupConsumptionFeature } from './energy/group-consumption/index.ts';
import { createEstablishmentPostsReader } from './energy/tou-periods/index.ts';
import { createOpportunitiesFeature } from './insight/opportunities/index.ts';
import { createPortfolioFeature } from './insight/portfolio/index.ts';
import { createReportsFeature, type ReportsFeature } from './insight/reports/index.ts';
import { createSavingsFeature } from './insight/savings/index.ts';
import { createApportionmentFeature } from './money/apportionment/index.ts';
import { createBillsFeature } from './money/bills/index.ts';
import { createBudgetsFeature, createPlannedReader, type ReadPaced } from './money/budgets/index.ts';
import { createEnergyFlowFeature } from './money/energy-flow/index.ts';
import { createEstablishmentConsumptionFeature } from './money/establishment-consumption/index.ts';
import type { AuditTrail } from './people/audit/index.ts';
import type { ReadDatabase } from './platform/database/connections/read-database.ts';
import type { Database } from './platform/database/open-database.ts';
import type { CallBinder } from './platform/http/calls/bind-call.ts';
import type { JobRunner } from './platform/jobs/job-runner.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { BoundedProcesses } from './platform/workers/bounded-processes.ts';
import type { WorkerThreads } from './platform/workers/worker-threads.ts';
import {
  createEstablishmentFactsRepository,
  type EstablishmentsService,
} from './sites/establishments/index.ts';
import { createGroupsFeature } from './sites/groups/index.ts';
import { createMeterNotesFeature } from './sites/meter-notes/index.ts';
import type { MetersFeature } from './sites/meters/index.ts';
import { createTariffsFeature } from './sites/tariffs/index.ts';
import { type BoardPorts, createInventoryFeature } from './telemetry/inventory/index.ts';
import { createReadingsFeature } from './telemetry/readings/index.ts';
import { createRegistersFeature } from './telemetry/registers/index.ts';
import { createSeriesFeature, type SeriesFeature } from './telemetry/series/index.ts';
import { createSupplyFeature } from './telemetry/supply/index.ts';

interface Metering {
  readonly consumption: ConsumptionFeature;
  readonly series: SeriesFeature;
  readonly alerts: AlertsFeature;
  readonly reports: ReportsFeature;
  readonly homeStates: HomeStates;
  readonly bound: readonly { register(app: CallBinder): void }[];
}

/** What meters measured, and what it costs. To be called before the jobs start. */
export const composeMetering = (needs: {
  database: Database;
  /** Where what may be a moment old is read. */
  reading: ReadDatabase;
  threads: WorkerThreads;
  processes: BoundedProcesses;
  directory: MetersFeature['directory'];
  releasing: MetersFeature['releasing'];
  mail: Pick<Mail, 'kind'>;
  brandRule: readonly string[];
  establishments: EstablishmentsService;
  audit: AuditTrail;
  /** Tells whoever serves an account that what it may do has changed. */
  announce: (accountId: string) => Promise<void>;
  jobs: Pick<JobRunner, 'queue' | 'schedule'>;
  clock: () => Instant;
  log: Log;
  retentionDays: number;
  /** At which boards connect. */
  boardPorts: BoardPorts;
  /** As configured: null where nobody has said it. */
  publicUrl: string | null;
  /** Where links of letters lead. */
  letterUrl: string;
  /** Whether webhooks may lead into the network of this server. */
  privateWebhooks: boolean;
  /** Other than over the Internet. */
  sendPush?: SendPush;
}): Metering => {
  const { database, reading, audit, clock } = needs;
  const tariffs = createTariffsFeature({ database, clock, audit });
  const prices = tariffs.service;
  const facts = createEstablishmentFactsRepository(database);
  const posts = createEstablishmentPostsReader({ facts, tariffs: prices });
  const series = createSeriesFeature(needs);
  const consumption = createConsumptionFeature({ ...needs, series, tariffs: prices, posts });
  const { reader, sums, days } = consumption;
  const bills = createBillsFeature({ ...needs, facts, sums, days, tariffs, posts });
  const groups = createGroupsFeature(needs);
  const shared = { groups: groups.repository, bills, consumption, tariffs: prices, clock };
  const groupConsumption = createGroupConsumptionFeature({ ...shared, prices: bills.prices });
  const apportionment = createApportionmentFeature(shared);
  const older =
    reading.state() === null
      ? {
          reader,
          bills,
          groupConsumption: groupConsumption.service,
          apportionment: apportionment.service,
        }
      : composeReading({ ...needs, facts, tariffs, posts, groups: groups.repository });
  const reports = createReportsFeature({
    ...needs,
    bills: older.bills.service,
    apportionment: older.apportionment,
    groups: older.groupConsumption,
  });
  const past = composePast({ ...needs, series, consumption, posts, prices: bills.prices, tariffs: prices });
  const nights = createNightFlowService({ ...needs, db: database.db, reader, prices: bills.prices });
  const readings = createReadingsFeature({ ...needs, series });
  const ofEstablishments = createEstablishmentConsumptionFeature({
    ...needs,
    facts,
    consumption,
    tariffs: prices,
    posts,
    bills,
    apportionment: apportionment.service,
    readings: readings.service,
  });
  const flows = createEnergyFlowFeature({ apportionment: apportionment.service });
  const planned = createPlannedReader(needs);
  const readPaced: ReadPaced = (caller, { kind, id }, type) =>
    kind === 'group'
      ? groupConsumption.service.paced(caller, id, type)
      : ofEstablishments.cycle.readPaced(caller, id, type);
  const alerts = createAlertsFeature({
    ...needs,
    meterDays: series.days,
    publicUrl: needs.letterUrl,
    posts,
    frames: series.frames,
    readNights: nights.ofMeter,
    budgets: { planned: planned.targets, readPaced },
    money: {
      async cycle(caller, id) {
        const cycle = await ofEstablishments.cycle.read(caller, id, 'eletric');
        return cycle && { start: cycle.start, forecastCost: cycle.forecast.cost };
      },
      yearBefore: (caller, id) => ofEstablishments.yearBefore(caller, id, 'eletric'),
      bill: (caller, id) => bills.service.read(caller, id, { type: 'eletric' }),
      entered: (caller, id) => bills.entered.list(caller, id, 'eletric'),
      reconcile: bills.entered.reconcile,
    },
    price: (caller, mac, date, energy) =>
      needs.directory.read(caller, 'see-consumption', mac, async (meter) => {
        const day = { date, inPoint: 0, interPoint: 0, outPoint: energy };
        return inReais(
          (await bills.prices.ofDays(caller, { meter, days: [day], isWhole: () => false })).total,
        );
      }),
  });
  const integrations = createIntegrationsFeature({
    ...needs,
    consumption: consumption.serviceOf(bills.prices),
    readings: readings.service,
    groups: groups.service,
  });
  const curves = createCurvesFeature({ ...needs, series, posts });
  const bound: Metering['bound'] = [
    createInventoryFeature(needs),
    tariffs,
    readings,
    curves,
    createSupplyFeature({ ...needs, frames: series.frames }),
    createMeterNotesFeature(needs),
    integrations,
    createRegistersFeature(needs),
    { register: (app) => consumption.register(app, bills.prices) },
    ofEstablishments,
    createBudgetsFeature({ ...needs, groups: groups.service, readPaced }),
    createPortfolioFeature({ ...needs, ...ofEstablishments, planned, openAlerts: alerts.countOpen }),
    {
      register: (app) =>
        groups.register(
          app,
          async (caller, id) => (await groupConsumption.service.read(caller, id, {})).group,
        ),
    },
    groupConsumption,
    apportionment,
    flows,
    createSavingsFeature({ ...needs, reader, prices: bills.prices }),
    createOpportunitiesFeature({
      ...needs,
      comparison: bills.comparison,
      year: bills.year,
      entered: bills.entered,
      seesSince: bills.seesSince,
      sums,
      readNights: nights.ofMeter,
    }),
    createExportsFeature({ ...needs, reader: older.reader, prices: older.bills.prices }),
    bills,
    reports,
    alerts,
    createSharedLinksFeature({
      ...needs,
      consumption: ofEstablishments,
      flows: flows.service,
      alerts,
      reports,
      curves,
    }),
    ...past.bound,
  ];
  const { homeStates } = integrations;
  return { consumption, series, alerts, reports, homeStates, bound };
};
