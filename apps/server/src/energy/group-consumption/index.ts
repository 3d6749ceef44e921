import { listGroups, readGroup } from '@nascente/contract/sites/groups';
import type { Instant } from '@nascente/domain/base/time/zone';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { GroupsRepository } from '../../sites/groups/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import type { ConsumptionFeature, SubjectPrices } from '../consumption/index.ts';
import { createGroupConsumptionService } from './group-consumption.service.ts';

export type { GroupConsumptionService } from './group-consumption.service.ts';

export const createGroupConsumptionFeature = (needs: {
  groups: GroupsRepository;
  consumption: Pick<ConsumptionFeature, 'days' | 'cyclesOf'>;
  tariffs: TariffsService;
  prices: SubjectPrices;
  clock: () => Instant;
}) => {
  const { groups, consumption, tariffs, prices, clock } = needs;
  const service = createGroupConsumptionService({
    groups,
    days: consumption.days,
    cycles: consumption.cyclesOf(prices),
    tariffs,
    prices,
    clock,
  });
  return {
    service,
    register(app: CallBinder): void {
      bindField(app, listGroups, ({ caller, query }) => service.list(caller, query));
      bindCall(app, readGroup, ({ caller, params, query }) => service.read(caller, params.id, query));
    },
  };
};
