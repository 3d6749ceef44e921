import {
  createEstablishment,
  createLocation,
  listEstablishments,
  readEstablishment,
  removeEstablishment,
  updateEstablishment,
} from '@nascente/contract/sites/establishments';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { EstablishmentEditing } from './establishment-editing.service.ts';
import type { EstablishmentsService } from './establishments.service.ts';

export const bindEstablishments = (
  app: CallBinder,
  establishments: EstablishmentsService,
  editing: EstablishmentEditing,
): void => {
  bindCall(app, listEstablishments, async ({ caller }) => ({
    ok: true,
    establishments: await establishments.list(caller),
  }));
  bindCall(app, createLocation, async ({ caller, body, request }) => ({
    ok: true,
    location: await establishments.createLocation({ caller, device: deviceOf(request) }, body),
  }));
  bindCall(app, readEstablishment, async ({ caller, params }) => ({
    ok: true,
    establishment: await establishments.read(caller, params.id),
  }));
  bindCall(app, createEstablishment, async ({ caller, body, request }) => {
    const id = await editing.create({ caller, device: deviceOf(request) }, body);
    return { ok: true, establishment: await establishments.read(caller, id) };
  });
  bindCall(app, updateEstablishment, async ({ caller, params, body, request }) => {
    await editing.change({ caller, device: deviceOf(request) }, params.id, body);
    return { ok: true, establishment: await establishments.read(caller, params.id) };
  });
  bindCall(app, removeEstablishment, async ({ caller, params, request }) => {
    await editing.remove({ caller, device: deviceOf(request) }, params.id);
    return { ok: true };
  });
};
