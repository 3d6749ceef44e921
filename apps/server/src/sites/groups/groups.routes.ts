import { readApportionment } from '@nascente/contract/money/apportionment';
import { createGroup, editGroup, listGroups, readGroup, removeGroup } from '@nascente/contract/sites/groups';
import type { GroupsService } from '../../energy/group-consumption/group-consumption.service.ts';
import type { ApportionmentService } from '../../money/apportionment/apportionment.service.ts';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { GroupEditing } from './group-editing.service.ts';

export const bindGroups = (
  app: CallBinder,
  services: { groups: GroupsService; editing: GroupEditing; apportionment: ApportionmentService },
): void => {
  const { groups, editing, apportionment } = services;
  bindCall(app, listGroups, async ({ caller, query }) => ({
    ok: true,
    groups: await groups.list(caller, query),
  }));
  bindCall(app, readGroup, async ({ caller, params, query }) => ({
    ok: true,
    ...(await groups.read(caller, params.id, query)),
  }));
  bindCall(app, createGroup, async ({ caller, body, request }) => {
    const id = await editing.create({ caller, device: deviceOf(request) }, body);
    return { ok: true, group: (await groups.read(caller, id, {})).group };
  });
  bindCall(app, editGroup, async ({ caller, body, request }) => {
    await editing.change({ caller, device: deviceOf(request) }, body.group);
    return { ok: true, group: (await groups.read(caller, body.group._id, {})).group };
  });
  bindCall(app, removeGroup, async ({ caller, params, request }) => {
    await editing.remove({ caller, device: deviceOf(request) }, params.id);
    return { ok: true };
  });
  bindCall(app, readApportionment, async ({ caller, params, query }) => ({
    ok: true,
    apportionment: await apportionment.read(caller, params.id, query),
  }));
};
