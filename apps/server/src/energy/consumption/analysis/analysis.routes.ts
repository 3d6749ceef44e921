import { readAlwaysOn, readComparison, readDemand, readHeatMap } from '@nascente/contract/energy/analysis';
import {
  readConsumption,
  readDailyConsumption,
  readRunningTotal,
} from '@nascente/contract/energy/period-consumption';
import { bindCall, type CallBinder } from '../../../platform/http/calls/bind-call.ts';
import { LargeAnswer } from '../../../platform/http/calls/large-answer.ts';
import type { PeriodService } from '../period/period.service.ts';
import type { AnalysisService } from './analysis.service.ts';

export const bindAnalysis = (app: CallBinder, analysis: AnalysisService, periods: PeriodService): void => {
  bindCall(app, readAlwaysOn, async ({ caller, params }) => ({
    ok: true,
    alwaysOn: await analysis.alwaysOn(caller, params),
  }));
  bindCall(app, readDemand, async ({ caller, params, query }) => {
    const demand = await analysis.demand(caller, params.mac, query);
    return new LargeAnswer({ ok: true, demand });
  });
  bindCall(app, readHeatMap, async ({ caller, params, query }) => {
    const heatmap = await analysis.heatMap(caller, params.mac, query);
    return new LargeAnswer({ ok: true, heatmap });
  });
  bindCall(app, readComparison, async ({ caller, params, query }) => ({
    ok: true,
    comparison: await analysis.comparison(caller, params.mac, query),
  }));
  bindCall(app, readConsumption, async ({ caller, body }) => ({
    ok: true,
    value: await periods.consumption(caller, body),
  }));
  bindCall(app, readRunningTotal, async ({ caller, body }) => {
    const answer = await periods.runningTotal(caller, body);
    return new LargeAnswer({ ok: true, ...answer });
  });
  bindCall(app, readDailyConsumption, async ({ caller, body }) => ({
    ok: true,
    ...(await periods.daily(caller, body)),
  }));
};
