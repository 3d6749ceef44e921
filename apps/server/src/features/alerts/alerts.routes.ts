import {
  acknowledgeAlert,
  countAlerts,
  judgeAlert,
  listAlerts,
  muteAlert,
  readAlert,
} from '@nascente/contract/alerts';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import { deviceOf } from '../session/index.ts';
import type { AlertsService } from './alerts.service.ts';

export const bindAlerts = (app: CallBinder, alerts: AlertsService): void => {
  bindCall(app, listAlerts, async ({ caller, query }) => ({
    ok: true,
    ...(await alerts.list(caller, query)),
  }));
  bindCall(app, countAlerts, async ({ caller }) => ({ ok: true, ...(await alerts.count(caller)) }));
  bindCall(app, readAlert, async ({ caller, params }) => ({
    ok: true,
    alert: await alerts.read(caller, params.id),
  }));
  bindCall(app, acknowledgeAlert, async ({ caller, params, body, request }) => ({
    ok: true,
    alert: await alerts.acknowledge(caller, params.id, body.acknowledged, deviceOf(request)),
  }));
  bindCall(app, muteAlert, async ({ caller, params, body }) => ({
    ok: true,
    alert: await alerts.mute(caller, params.id, body.until),
  }));
  bindCall(app, judgeAlert, async ({ caller, params, body }) => ({
    ok: true,
    alert: await alerts.judge(caller, params.id, body.helpful),
  }));
};
