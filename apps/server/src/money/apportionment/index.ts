import { readApportionment } from '@nascente/contract/money/apportionment';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { ConsumptionFeature } from '../../energy/consumption/index.ts';
import { bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { GroupsRepository } from '../../sites/groups/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import type { BillsFeature } from '../bills/index.ts';
import { createApportionmentService } from './apportionment.service.ts';

export type { ApportionmentService } from './apportionment.service.ts';

export const createApportionmentFeature = (needs: {
  bills: Pick<BillsFeature, 'service' | 'schedules'>;
  consumption: Pick<ConsumptionFeature, 'days' | 'sums'>;
  groups: GroupsRepository;
  tariffs: TariffsService;
  clock: () => Instant;
}) => {
  const { bills, consumption, groups, tariffs, clock } = needs;
  const { service: billsService, schedules } = bills;
  const service = createApportionmentService({
    days: consumption.days,
    sums: consumption.sums,
    bills: billsService,
    schedules,
    groups,
    tariffs,
    clock,
  });
  return {
    service,
    register(app: CallBinder): void {
      bindField(app, readApportionment, ({ caller, params, query }) =>
        service.read(caller, params.id, query),
      );
    },
  };
};
