import type { Group } from '@nascente/contract/sites/groups';
import { createGroup, editGroup, removeGroup } from '@nascente/contract/sites/groups';
import { deviceOf } from '../../people/session/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { GroupEditing } from './group-editing.service.ts';

/** Answers a group with its consumption and cost; `energy` implements it. */
export type ReadGroup = (caller: Caller, id: string) => Promise<Group>;

export const bindGroups = (app: CallBinder, editing: GroupEditing, readGroup: ReadGroup): void => {
  bindCall(app, createGroup, async ({ caller, body, request }) => {
    const id = await editing.create({ caller, device: deviceOf(request) }, body);
    return { ok: true, group: await readGroup(caller, id) };
  });
  bindCall(app, editGroup, async ({ caller, body, request }) => {
    await editing.change({ caller, device: deviceOf(request) }, body.group);
    return { ok: true, group: await readGroup(caller, body.group._id) };
  });
  bindCall(app, removeGroup, async ({ caller, params, request }) => {
    await editing.remove({ caller, device: deviceOf(request) }, params.id);
    return { ok: true };
  });
};
