import {
  addAlertDevice,
  readAlertNotices,
  removeAlertDevice,
  saveAlertNotices,
} from '@nascente/contract/alerts/alert-notices';
import {
  addAlertRule,
  editAlertRule,
  listAlertRules,
  listAlertSettings,
  removeAlertRule,
  saveAlertSetting,
  tryAlertRule,
} from '@nascente/contract/alerts/alert-rules';
import {
  addAlertWebhook,
  listAlertWebhooks,
  removeAlertWebhook,
  testAlertWebhook,
} from '@nascente/contract/alerts/alert-webhooks';
import {
  acknowledgeAlert,
  countAlerts,
  judgeAlert,
  listAlerts,
  muteAlert,
  readAlert,
  readAlertCurve,
} from '@nascente/contract/alerts/alerts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AlertsService } from './alerts.service.ts';
import type { AlertPreferencesService } from './delivery/preferences.service.ts';
import type { AlertWebhooksService } from './delivery/webhooks.service.ts';
import type { AlertRulesService } from './rules/rules.service.ts';
import type { AlertSettingsService } from './rules/settings.service.ts';

export const bindAlerts = (app: CallBinder, alerts: AlertsService): void => {
  bindCall(app, listAlerts, ({ caller, query }) => alerts.list(caller, query));
  bindCall(app, countAlerts, ({ caller }) => alerts.count(caller));
  bindCall(app, readAlert, async ({ caller, params }) => ({ alert: await alerts.read(caller, params.id) }));
  bindCall(app, readAlertCurve, async ({ caller, params }) => ({
    curve: await alerts.curve(caller, params.id),
  }));
  bindCall(app, acknowledgeAlert, async ({ caller, params, body }) => ({
    alert: await alerts.acknowledge(caller, params.id, body.acknowledged),
  }));
  bindCall(app, muteAlert, async ({ caller, params, body }) => ({
    alert: await alerts.mute(caller, params.id, body.until),
  }));
  bindCall(app, judgeAlert, async ({ caller, params, body }) => ({
    alert: await alerts.judge(caller, params.id, body.helpful),
  }));
};

export const bindAlertNotices = (app: CallBinder, preferences: AlertPreferencesService): void => {
  bindCall(app, readAlertNotices, async ({ caller }) => ({ notices: await preferences.read(caller) }));
  bindCall(app, saveAlertNotices, async ({ caller, body }) => ({
    notices: await preferences.save(caller, body),
  }));
  bindCall(app, addAlertDevice, async ({ caller, body }) => ({
    notices: await preferences.addDevice(caller, body, caller.device.userAgent),
  }));
  bindCall(app, removeAlertDevice, async ({ caller, params }) => ({
    notices: await preferences.removeDevice(caller, params.id),
  }));
};

export const bindAlertWebhooks = (app: CallBinder, webhooks: AlertWebhooksService): void => {
  bindCall(app, listAlertWebhooks, async ({ caller }) => ({ webhooks: await webhooks.list(caller) }));
  bindCall(app, addAlertWebhook, async ({ caller, body }) => {
    const secret = await webhooks.add(caller, body);
    return { secret, webhooks: await webhooks.list(caller) };
  });
  bindCall(app, testAlertWebhook, ({ caller, params }) => webhooks.test(caller, params.id));
  bindCall(app, removeAlertWebhook, async ({ caller, params }) => {
    await webhooks.remove(caller, params.id);
    return { webhooks: await webhooks.list(caller) };
  });
};

export const bindAlertRules = (app: CallBinder, rules: AlertRulesService): void => {
  bindCall(app, listAlertRules, async ({ caller }) => ({ rules: await rules.list(caller) }));
  bindCall(app, addAlertRule, async ({ caller, body }) => {
    await rules.add(caller, body);
    return { rules: await rules.list(caller) };
  });
  bindCall(app, editAlertRule, async ({ caller, params, body }) => {
    await rules.edit(caller, params.id, body);
    return { rules: await rules.list(caller) };
  });
  bindCall(app, removeAlertRule, async ({ caller, params }) => {
    await rules.remove(caller, params.id);
    return { rules: await rules.list(caller) };
  });
  bindCall(app, tryAlertRule, ({ caller, body }) => rules.tried(caller, body));
};

export const bindAlertSettings = (app: CallBinder, settings: AlertSettingsService): void => {
  bindCall(app, listAlertSettings, async ({ caller, params }) => ({
    settings: await settings.list(caller, params.id),
  }));
  bindCall(app, saveAlertSetting, async ({ caller, params, body }) => {
    await settings.save(caller, params.id, body);
    return { settings: await settings.list(caller, params.id) };
  });
};
