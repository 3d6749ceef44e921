import type { Instant } from '@nascente/domain/base/time/zone';
import { createAlertsFeature, type SendPush } from './alerts/alerts/index.ts';
import { createIntegrationsFeature } from './connections/integrations/index.ts';
import { createSharedLinksFeature } from './connections/shared-links/index.ts';
import { createCarbonFeature } from './energy/carbon/index.ts';
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
import { createGroupConsumptionFeature } from './energy/group-consumption/index.ts';
import { createPastImportsFeature } from './energy/past-imports/index.ts';
import { createEstablishmentTouReader, type EstablishmentTouReader } from './energy/tou-periods/index.ts';
import { createOpportunitiesFeature } from './insight/opportunities/index.ts';
import { createPortfolioFeature } from './insight/portfolio/index.ts';
import { createReportsFeature } from './insight/reports/index.ts';
import { createSavingsFeature, createVariablesRepository } from './insight/savings/index.ts';
import { createApportionmentFeature } from './money/apportionment/index.ts';
import { createBillsFeature } from './money/bills/index.ts';
import { createBudgetsFeature, createPlannedReader, type ReadBudgetCycle } from './money/budgets/index.ts';
import { createEnergyFlowFeature } from './money/energy-flow/index.ts';
import { createEstablishmentConsumptionFeature } from './money/establishment-consumption/index.ts';
import type { AuditTrail } from './people/audit/index.ts';
import type { ReadDatabase } from './platform/database/connections/read-database.ts';
import type { Database } from './platform/database/open-database.ts';
import type { CallBinder } from './platform/http/calls/bind-call.ts';
import type { JobRunner } from './platform/jobs/job-runner.ts';
import type { Platform } from './platform/platform.ts';
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
import { createTariffsFeature, type TariffsFeature } from './sites/tariffs/index.ts';
import { createContinuityFeature } from './telemetry/continuity/index.ts';
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

/** Consumption of meters and groups, and its bills, from measured values of the primary or of a replica. */
const composeAmounts = (needs: {
  series: Pick<SeriesFeature, 'days'>;
  database: Pick<Database, 'db' | 'pool' | 'changes' | 'connectionString'>;
  threads: WorkerThreads;
  processes: BoundedProcesses;
  directory: MetersFeature['directory'];
  establishments: EstablishmentsService;
  facts: EstablishmentFactsRepository;
  tariffs: TariffsFeature;
  groups: GroupsRepository;
  touPeriods: EstablishmentTouReader;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { series, tariffs, clock, database, establishments, facts, touPeriods, audit } = needs;
  const { threads, processes, directory, groups } = needs;
  const { db } = database;
  const { service } = tariffs;
  const consumption = createConsumptionFeature({
    database,
    directory,
    touPeriods,
    audit,
    clock,
    series,
    tariffs: service,
  });
  const { sums, days } = consumption;
  const bills = createBillsFeature({
    db,
    establishments,
    facts,
    tariffs,
    touPeriods,
    audit,
    threads,
    processes,
    clock,
    sums,
    days,
    variablesBetween: createVariablesRepository(database.db).between,
  });
  const { prices } = bills;
  return {
    consumption,
    bills,
    groupConsumption: createGroupConsumptionFeature({ groups, consumption, tariffs: service, clock, prices }),
    apportionment: createApportionmentFeature({ groups, bills, consumption, tariffs: service, clock }),
  };
};

/** Corrections of a meter's readings, and imports of past readings. */
const composePast = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'connectionString'>;
  threads: WorkerThreads;
  directory: MeterDirectory;
  consumption: Pick<ConsumptionFeature, 'reader' | 'months'>;
  series: SeriesFeature;
  prices: SubjectPrices;
  touPeriods: EstablishmentTouReader;
  audit: AuditTrail;
  jobs: Pick<JobRunner, 'queue' | 'schedule'>;
  clock: () => Instant;
}) => {
  const { database, directory, threads, jobs, audit, touPeriods, clock, series, prices } = needs;
  const { reader, months } = needs.consumption;
  const { db } = database;
  const corrections = createCorrectionsFeature({ db, directory, series, prices, audit, clock, reader });
  const imports = createPastImportsFeature({ database, threads, directory, jobs, audit, touPeriods, clock });
  return {
    bound: [createMeterPastFeature({ database, directory, months, measuredAt }), corrections, imports],
  };
};

/** Measured values and their cost. Call it before the jobs start, because it registers their queues. */
export const composeMetering = (
  needs: Pick<Platform, 'brandRule' | 'clock' | 'log' | 'mail' | 'publicUrl' | 'retentionDays'> & {
    database: Database;
    /** Replica for reports and exports; it may lag. */
    reading: ReadDatabase;
    threads: WorkerThreads;
    processes: BoundedProcesses;
    directory: MetersFeature['directory'];
    releasing: MetersFeature['releasing'];
    establishments: EstablishmentsService;
    audit: AuditTrail;
    /** Announces a change of access to the processes that serve the account. */
    announce: (accountId: string) => Promise<void>;
    jobs: Pick<JobRunner, 'queue' | 'schedule'>;
    /** Ports to which boards connect. */
    boardPorts: BoardPorts;
    /** Null: PUBLIC_URL is not set. */
    configuredUrl: string | null;
    privateWebhooks: boolean;
    /** Replaces delivery over the Internet. */
    sendPush?: SendPush;
  },
) => {
  const {
    database,
    reading,
    audit,
    clock,
    establishments,
    directory,
    threads,
    retentionDays,
    brandRule,
    mail,
    releasing,
    boardPorts,
    publicUrl,
    announce,
    log,
    jobs,
    privateWebhooks,
    sendPush,
    configuredUrl,
    processes,
  } = needs;
  const { db } = database;
  const tariffs = createTariffsFeature({ database, clock, audit });
  const prices = tariffs.service;
  const facts = createEstablishmentFactsRepository(database);
  const touPeriods = createEstablishmentTouReader({ facts, tariffs: prices });
  const series = createSeriesFeature({ database, threads, clock, jobs, retentionDays });
  const groups = createGroupsFeature({ database, directory, audit, clock });
  const amountsFrom = (days: SeriesFeature['days']) =>
    composeAmounts({
      series: { days },
      database,
      threads,
      processes,
      directory,
      establishments,
      facts,
      tariffs,
      groups: groups.repository,
      touPeriods,
      audit,
      clock,
    });
  const { consumption, bills, groupConsumption, apportionment } = amountsFrom(series.days);
  const { reader, sums } = consumption;
  // Reports and exports only: permissions, contracts and tariffs are read from the primary, as in `compose-access.ts`.
  const ofReports =
    reading.state() === null
      ? { consumption, bills, groupConsumption, apportionment }
      : amountsFrom(createMeterDays({ pool: reading.pool, clock }));
  const reports = createReportsFeature({
    establishments,
    clock,
    database,
    threads,
    mail,
    jobs,
    brandRule,
    publicUrl,
    log,
    bills: ofReports.bills.service,
    billChanges: ofReports.bills.changes,
    apportionment: ofReports.apportionment.service,
    groups: ofReports.groupConsumption.service,
  });
  const past = composePast({
    database,
    threads,
    directory,
    audit,
    jobs,
    clock,
    series,
    consumption,
    touPeriods,
    prices: bills.prices,
  });
  const nights = createNightFlowService({
    audit,
    directory,
    clock,
    db,
    reader,
    prices: bills.prices,
  });
  const readings = createReadingsFeature({ database, directory, clock, retentionDays, series });
  const ofEstablishments = createEstablishmentConsumptionFeature({
    establishments,
    clock,
    facts,
    consumption,
    tariffs: prices,
    touPeriods,
    bills,
    apportionment: apportionment.service,
    readings: readings.service,
  });
  const flows = createEnergyFlowFeature({ apportionment: apportionment.service });
  const planned = createPlannedReader({ db, clock });
  const readBudgetCycle: ReadBudgetCycle = (caller, { kind, id }, type) =>
    kind === 'group'
      ? groupConsumption.service.budgetCycle(caller, id, type)
      : ofEstablishments.cycle.readBudgetCycle(caller, id, type);
  const alerts = createAlertsFeature({
    clock,
    log,
    database,
    audit,
    jobs,
    mail,
    privateWebhooks,
    ...(sendPush === undefined ? {} : { sendPush }),
    meterDays: series.days,
    publicUrl,
    touPeriods,
    frames: series.frames,
    readNights: nights.ofMeter,
    budgets: { planned: planned.targets, readBudgetCycle },
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
      directory.read(caller, 'see-consumption', mac, async (meter) => {
        const day = { date, inPoint: 0, interPoint: 0, outPoint: energy };
        return inReais(
          (await bills.prices.ofDays(caller, { meter, days: [day], isComplete: () => false })).total,
        );
      }),
  });
  const integrations = createIntegrationsFeature({
    db,
    directory,
    audit,
    boardPorts,
    announce,
    clock,
    consumption: consumption.serviceOf(bills.prices),
    readings: readings.service,
    groups: groups.service,
  });
  const curves = createCurvesFeature({ directory, clock, retentionDays, series, touPeriods });
  const bound: readonly { register(app: CallBinder): void }[] = [
    createInventoryFeature({
      clock,
      db,
      mail,
      directory,
      releasing,
      audit,
      boardPorts,
      publicUrl: configuredUrl,
    }),
    tariffs,
    readings,
    curves,
    createSupplyFeature({ clock, retentionDays, directory, frames: series.frames }),
    createContinuityFeature({ clock, retentionDays, db, audit, establishments, directory, series }),
    createMeterNotesFeature({ db, directory, audit, clock }),
    integrations,
    createRegistersFeature({ database, directory, audit, clock, retentionDays }),
    { register: (app) => consumption.register(app, bills.prices) },
    ofEstablishments,
    createCarbonFeature({ db, establishments, facts, consumption, audit, clock }),
    createBudgetsFeature({
      db,
      audit,
      establishments,
      clock,
      groups: groups.service,
      readBudgetCycle,
    }),
    createPortfolioFeature({
      establishments,
      consumption: ofEstablishments,
      planned,
      openAlerts: alerts.countOpen,
    }),
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
    createSavingsFeature({ db, directory, establishments, audit, clock, reader, prices: bills.prices }),
    createOpportunitiesFeature({
      database,
      audit,
      directory,
      clock,
      comparison: bills.comparison,
      year: bills.year,
      entered: bills.entered,
      seesSince: bills.seesSince,
      sums,
      readNights: nights.ofMeter,
    }),
    createExportsFeature({
      database,
      reading,
      threads,
      directory,
      clock,
      retentionDays,
      reader: ofReports.consumption.reader,
      prices: ofReports.bills.prices,
    }),
    bills,
    reports,
    alerts,
    createSharedLinksFeature({
      db,
      establishments,
      directory,
      audit,
      clock,
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
