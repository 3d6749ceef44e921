import type { Instant } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import { type AlertsFeature, createAlertsFeature, type SendPush } from './alerts/alerts/index.ts';
import { createIntegrationsFeature, type HomeStates } from './connections/integrations/index.ts';
import { createSharedLinksFeature } from './connections/shared-links/index.ts';
import {
  type ConsumptionFeature,
  createConsumptionFeature,
  createNightFlowService,
  inReais,
  type SubjectPrices,
} from './energy/consumption/index.ts';
import { createCorrectionsFeature } from './energy/corrections/index.ts';
import { createCurvesFeature } from './energy/curves/index.ts';
import { createExportsFeature } from './energy/exports/index.ts';
import {
  createGroupConsumptionFeature,
  type GroupConsumptionService,
} from './energy/group-consumption/index.ts';
import { createPastImportsFeature } from './energy/past-imports/index.ts';
import { createEstablishmentPostsReader, type EstablishmentPostsReader } from './energy/tou-periods/index.ts';
import { createOpportunitiesFeature } from './insight/opportunities/index.ts';
import { createPortfolioFeature } from './insight/portfolio/index.ts';
import { createReportsFeature, type ReportsFeature } from './insight/reports/index.ts';
import { createSavingsFeature } from './insight/savings/index.ts';
import { type ApportionmentService, createApportionmentFeature } from './money/apportionment/index.ts';
import { type BillsFeature, createBillsFeature } from './money/bills/index.ts';
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
  type EstablishmentFactsRepository,
  type EstablishmentsService,
} from './sites/establishments/index.ts';
import { createGroupsFeature, type GroupsRepository } from './sites/groups/index.ts';
import { createMeterNotesFeature } from './sites/meter-notes/index.ts';
import { createMeterPastFeature, type MeterDirectory, type MetersFeature } from './sites/meters/index.ts';
import { createTariffsFeature, type TariffsFeature, type TariffsService } from './sites/tariffs/index.ts';
import { type BoardPorts, createInventoryFeature } from './telemetry/inventory/index.ts';
import { createReadingsFeature } from './telemetry/readings/index.ts';
import { createRegistersFeature } from './telemetry/registers/index.ts';
import {
  createMeterDays,
  createSeriesFeature,
  measuredAt,
  type SeriesFeature,
} from './telemetry/series/index.ts';
import { createSupplyFeature } from './telemetry/supply/index.ts';

interface Reading {
  readonly reader: ConsumptionFeature['reader'];
  readonly bills: Pick<BillsFeature, 'service' | 'prices'>;
  readonly groupConsumption: GroupConsumptionService;
  readonly apportionment: ApportionmentService;
}

/**
 * What is made of measured values that may be a moment old: reports and exports take it, and nothing else does. Who may see
 * what, and contracts and tariffs, are read where they are written. (The person's own export reads at the same place:
 * `compose-access.ts`.)
 */
const composeReading = (needs: {
  reading: ReadDatabase;
  database: Pick<Database, 'db' | 'pool' | 'changes' | 'connectionString'>;
  threads: WorkerThreads;
  processes: BoundedProcesses;
  directory: MetersFeature['directory'];
  establishments: EstablishmentsService;
  facts: EstablishmentFactsRepository;
  tariffs: TariffsFeature;
  groups: GroupsRepository;
  posts: EstablishmentPostsReader;
  audit: AuditTrail;
  jobs: Pick<JobRunner, 'queue' | 'schedule'>;
  clock: () => Instant;
}): Reading => {
  const { reading, tariffs, clock } = needs;
  const prices = tariffs.service;
  const series = { days: createMeterDays({ pool: reading.pool, clock }) };
  const consumption = createConsumptionFeature({ ...needs, series, tariffs: prices });
  const { reader, sums, days } = consumption;
  const bills = createBillsFeature({ ...needs, sums, days });
  const shared = { groups: needs.groups, bills, consumption, tariffs: prices, clock };
  return {
    reader,
    bills,
    groupConsumption: createGroupConsumptionFeature({ ...shared, prices: bills.prices }).service,
    apportionment: createApportionmentFeature(shared).service,
  };
};

/** A meter's past, and what changes it: corrections of what it measured, and imports of what others did. */
const composePast = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'connectionString'>;
  threads: WorkerThreads;
  directory: MeterDirectory;
  consumption: Pick<ConsumptionFeature, 'reader' | 'months'>;
  tariffs: TariffsService;
  series: SeriesFeature;
  prices: SubjectPrices;
  posts: EstablishmentPostsReader;
  audit: AuditTrail;
  jobs: Pick<JobRunner, 'queue' | 'schedule'>;
  clock: () => Instant;
}): { readonly bound: readonly { register(app: CallBinder): void }[] } => {
  const { reader, months } = needs.consumption;
  const corrections = createCorrectionsFeature({ ...needs, reader });
  const imports = createPastImportsFeature(needs);
  return { bound: [createMeterPastFeature({ ...needs, months, measuredAt }), corrections, imports] };
};

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
