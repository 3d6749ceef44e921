import { decideUpgrade, editPerson, listPeople, listUpgrades } from '@nascente/contract/people/admin-people';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { deviceOf } from '../session/index.ts';
import type { PeopleService } from './people.service.ts';
import type { UpgradesService } from './upgrades.service.ts';

export const bindAdminPeople = (app: CallBinder, people: PeopleService, upgrades: UpgradesService): void => {
  bindCall(app, listPeople, async ({ caller, query }) => ({
    ok: true,
    ...(await people.list(caller, query)),
  }));
  bindCall(app, editPerson, async ({ caller, params, body, request }) => ({
    ok: true,
    user: await people.edit(caller, params.id, body, deviceOf(request)),
  }));
  bindCall(app, listUpgrades, async ({ caller }) => ({ ok: true, upgrades: await upgrades.list(caller) }));
  bindCall(app, decideUpgrade, async ({ caller, params, body, request }) => ({
    ok: true,
    upgrade: await upgrades.decide(caller, params.id, body.approve, deviceOf(request)),
  }));
};
