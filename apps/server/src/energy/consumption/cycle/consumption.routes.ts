import {
  readDay,
  readDays,
  readForecast,
  readMonth,
  readMonths,
  readPeriod,
} from '@nascente/contract/energy/consumption';
import { bindCall, type CallBinder } from '../../../platform/http/calls/bind-call.ts';
import type { ConsumptionService } from './consumption.service.ts';

export const bindConsumption = (app: CallBinder, consumption: ConsumptionService): void => {
  bindCall(app, readDay, async ({ caller, params, query }) => ({
    ok: true,
    ...(await consumption.day(caller, params.mac, query.date)),
  }));
  bindCall(app, readPeriod, async ({ caller, body }) => ({
    ok: true,
    ...(await consumption.period(caller, body)),
  }));
  bindCall(app, readDays, async ({ caller, params, query }) => ({
    ok: true,
    ...(await consumption.days(caller, params.mac, query)),
  }));
  bindCall(app, readMonth, async ({ caller, params }) => ({
    ok: true,
    consolidated: await consumption.month(caller, params.mac),
  }));
  bindCall(app, readMonths, async ({ caller, params, body }) => ({
    ok: true,
    hist: await consumption.months(caller, params.mac, body.months),
  }));
  bindCall(app, readForecast, async ({ caller, params }) => ({
    ok: true,
    forecast: await consumption.forecast(caller, params.mac),
  }));
};
