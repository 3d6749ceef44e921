import { readAlwaysOn, readComparison, readDemand, readHeatMap } from '@nascente/contract/analysis';
import {
  readConsumption,
  readDailyConsumption,
  readRunningTotal,
} from '@nascente/contract/period-consumption';
import { bindCall, type CallBinder } from '../../../platform/http/bind-call.ts';
import { WrittenAnswer } from '../../../platform/http/written-answer.ts';
import type { PeriodService } from '../period/period.service.ts';
import type { AnalysisService } from './analysis.service.ts';

/** Thousands of numbers: JSON.stringify writes them in less time than the schema's serializer. */
const written = (answer: object): WrittenAnswer => new WrittenAnswer(Buffer.from(JSON.stringify(answer)));

export const bindAnalysis = (app: CallBinder, analysis: AnalysisService, periods: PeriodService): void => {
  bindCall(app, readAlwaysOn, async ({ caller, params }) => ({
    ok: true,
    alwaysOn: await analysis.alwaysOn(caller, params),
  }));
  bindCall(app, readDemand, async ({ caller, params, query }) =>
    written({ ok: true, demand: await analysis.demand(caller, params.mac, query) }),
  );
  bindCall(app, readHeatMap, async ({ caller, params, query }) =>
    written({ ok: true, heatmap: await analysis.heatMap(caller, params.mac, query) }),
  );
  bindCall(app, readComparison, async ({ caller, params, query }) => ({
    ok: true,
    comparison: await analysis.comparison(caller, params.mac, query),
  }));
  bindCall(app, readConsumption, async ({ caller, body }) => ({
    ok: true,
    value: await periods.consumption(caller, body),
  }));
  bindCall(app, readRunningTotal, async ({ caller, body }) =>
    written({ ok: true, value: await periods.runningTotal(caller, body) }),
  );
  bindCall(app, readDailyConsumption, async ({ caller, body }) => ({
    ok: true,
    value: await periods.daily(caller, body),
  }));
};
