import type { Instant } from '@nascente/domain/base/time/zone';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { GroupsRepository } from '../../sites/groups/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import type { ConsumptionFeature, MeterPrices } from '../consumption/index.ts';
import { bindGroupConsumption } from './group-consumption.routes.ts';
import { createGroupConsumptionService, type GroupConsumptionService } from './group-consumption.service.ts';

export type { GroupConsumptionService } from './group-consumption.service.ts';

interface GroupConsumptionFeature {
  readonly service: GroupConsumptionService;
  register(app: CallBinder): void;
}

/** Consumption, cost and forecast of groups. */
export const createGroupConsumptionFeature = (needs: {
  groups: GroupsRepository;
  consumption: Pick<ConsumptionFeature, 'days' | 'meterSums' | 'daySums'>;
  tariffs: TariffsService;
  prices: Pick<MeterPrices, 'byBill'>;
  clock: () => Instant;
}): GroupConsumptionFeature => {
  const { groups, consumption, tariffs, prices, clock } = needs;
  const service = createGroupConsumptionService({ ...consumption, groups, tariffs, prices, clock });
  return { service, register: (app) => bindGroupConsumption(app, service) };
};
