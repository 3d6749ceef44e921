import type { Instant } from '@nascente/domain/base/time/zone';
import type { ConsumptionFeature } from '../../energy/consumption/index.ts';
import {
  createGroupsService,
  type GroupsService,
} from '../../energy/group-consumption/group-consumption.service.ts';
import {
  type ApportionmentService,
  createApportionmentService,
} from '../../money/apportionment/apportionment.service.ts';
import type { BillsFeature, BillsService } from '../../money/bills/index.ts';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { MeterDirectory } from '../meters/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { createGroupEditing } from './group-editing.service.ts';
import { createGroupsRepository } from './groups.repository.ts';
import { bindGroups } from './groups.routes.ts';

export type { GroupsService } from '../../energy/group-consumption/group-consumption.service.ts';
export type { ApportionmentService } from '../../money/apportionment/apportionment.service.ts';

export interface GroupsFeature {
  readonly apportionment: ApportionmentService;
  readonly service: Pick<GroupsService, 'dues' | 'named' | 'paced' | 'read'>;
  register(app: CallBinder): void;
}

export const createGroupsFeature = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'changes'>;
  directory: MeterDirectory;
  bills: { readonly service: Pick<BillsService, 'begin'> } & Pick<BillsFeature, 'prices' | 'amounts'>;
  consumption: Pick<ConsumptionFeature, 'days' | 'sums' | 'meterSums' | 'daySums'>;
  tariffs: TariffsService;
  audit: AuditTrail;
  clock: () => Instant;
}): GroupsFeature => {
  const { database, directory, bills, consumption, tariffs, audit, clock } = needs;
  const groups = createGroupsRepository(database);
  const service = createGroupsService({ ...consumption, groups, tariffs, prices: bills.prices, clock });
  const editing = createGroupEditing({ db: database.db, groups, directory, audit, clock });
  const apportionment = createApportionmentService({
    bills: bills.service,
    amounts: bills.amounts,
    ...consumption,
    groups,
    tariffs,
    clock,
  });
  return {
    apportionment,
    service,
    register: (app) => bindGroups(app, { groups: service, editing, apportionment }),
  };
};
