import { readSupplyWeek } from '@nascente/contract/telemetry/supply';
import type { Instant } from '@nascente/domain/base/time/zone';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { MeterFrames } from '../series/index.ts';
import { createSupplyService } from './supply.service.ts';

/** The quality of the supply by PRODIST Module 8. */
export const createSupplyFeature = (needs: {
  frames: MeterFrames;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}): { register(app: CallBinder): void } => {
  const supply = createSupplyService(needs);
  return {
    register: (app) =>
      bindCall(app, readSupplyWeek, async ({ caller, params, query }) => ({
        ok: true,
        supply: await supply.week(caller, params.mac, query),
      })),
  };
};
