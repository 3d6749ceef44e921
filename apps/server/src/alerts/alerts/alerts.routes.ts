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
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AlertsService } from './alerts.service.ts';
import type { AlertPreferencesService } from './delivery/preferences.service.ts';
import type { AlertWebhooksService } from './delivery/webhooks.service.ts';
import type { AlertRulesService } from './rules/rules.service.ts';
import type { AlertSettingsService } from './rules/settings.service.ts';

export const bindAlerts = (app: CallBinder, alerts: AlertsService): void => {
  bindCall(app, listAlerts, ({ caller, query }) => alerts.list(caller, query));
  bindCall(app, countAlerts, ({ caller }) => alerts.count(caller));
  bindField(app, readAlert, ({ caller, params }) => alerts.read(caller, params.id));
  bindField(app, readAlertCurve, ({ caller, params }) => alerts.curve(caller, params.id));
  bindField(app, acknowledgeAlert, ({ caller, params, body }) =>
    alerts.acknowledge(caller, params.id, body.acknowledged),
  );
  bindField(app, muteAlert, ({ caller, params, body }) => alerts.mute(caller, params.id, body.until));
  bindField(app, judgeAlert, ({ caller, params, body }) => alerts.judge(caller, params.id, body.helpful));
};

export const bindAlertNotices = (app: CallBinder, preferences: AlertPreferencesService): void => {
  bindField(app, readAlertNotices, ({ caller }) => preferences.read(caller));
  bindField(app, saveAlertNotices, ({ caller, body }) => preferences.save(caller, body));
  bindField(app, addAlertDevice, ({ caller, body }) =>
    preferences.addDevice(caller, body, caller.device.userAgent),
  );
  bindField(app, removeAlertDevice, ({ caller, params }) => preferences.removeDevice(caller, params.id));
};

export const bindAlertWebhooks = (app: CallBinder, webhooks: AlertWebhooksService): void => {
  bindField(app, listAlertWebhooks, ({ caller }) => webhooks.list(caller));
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
  bindField(app, listAlertRules, ({ caller }) => rules.list(caller));
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
  bindField(app, listAlertSettings, ({ caller, params }) => settings.list(caller, params.id));
  bindCall(app, saveAlertSetting, async ({ caller, params, body }) => {
    await settings.save(caller, params.id, body);
    return { settings: await settings.list(caller, params.id) };
  });
};
