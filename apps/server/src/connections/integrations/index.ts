import type { Instant } from '@nascente/domain/base/time/zone';
import type { ConsumptionService } from '../../energy/consumption/index.ts';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createMissedLinks } from '../../platform/limits/missed-links.ts';
import type { GroupsService } from '../../sites/groups/index.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { BoardPorts } from '../../telemetry/inventory/index.ts';
import type { ReadingsService } from '../../telemetry/readings/index.ts';
import { createCalendarService } from './calendar.service.ts';
import { createCsvLinkService } from './csv-link.service.ts';
import { createHomeStates } from './home/home-publisher.ts';
import { createIntegrationKeys } from './integration-keys.repository.ts';
import { createIntegrationsRepository } from './integrations.repository.ts';
import { bindIntegrations } from './integrations.routes.ts';
import { createIntegrationsService } from './integrations.service.ts';
import { createMeterMetricsService } from './meter-metrics.service.ts';

export { DISCOVERY, isOfHome } from './home/discovery.ts';
export { type ConnectedHome, createHomePublisher } from './home/home-publisher.ts';
export { createIntegrationKeys, type IntegrationKeys } from './integration-keys.repository.ts';

/** Access of other systems with the permissions of a user: sending for boards, and reading data. */
export const createIntegrationsFeature = (needs: {
  db: Connection;
  directory: MeterDirectory;
  audit: AuditTrail;
  consumption: Pick<ConsumptionService, 'days' | 'month' | 'generation'>;
  readings: Pick<ReadingsService, 'newest'>;
  groups: Pick<GroupsService, 'dueTimes'>;
  /** Ports to which other systems connect, too. */
  boardPorts: BoardPorts;
  /** Announces a change of access to the processes that serve the account. */
  announce: (accountId: string) => Promise<void>;
  clock: () => Instant;
}) => {
  const { db, directory, audit, consumption, readings, groups, announce, boardPorts, clock } = needs;
  const integrations = createIntegrationsRepository(db);
  const services = {
    keys: createIntegrationKeys({ db, clock }),
    integrations: createIntegrationsService({ directory, audit, announce, clock, integrations }),
    calendar: createCalendarService({ directory, groups, clock }),
    csv: createCsvLinkService({ directory, consumption, clock }),
    metrics: createMeterMetricsService({ directory, consumption, readings, clock }),
    boardPorts,
    missed: createMissedLinks({ db, clock }),
    seenMacs: async (caller: Caller, boards: readonly string[] | null) => {
      const macs = (await directory.visibleMeters(caller)).map(({ mac }) => mac);
      return boards === null ? macs : macs.filter((mac) => boards.includes(mac));
    },
  };
  return {
    homeStates: createHomeStates({ directory, consumption, readings, clock }),
    register: (app: CallBinder) => bindIntegrations(app, services),
  };
};
