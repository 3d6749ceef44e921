import {
  createEstablishment,
  createLocation,
  listEstablishments,
  readEstablishment,
  removeEstablishment,
  updateEstablishment,
} from '@nascente/contract/establishments';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
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
  bindCall(app, createLocation, async ({ caller, body }) => ({
    ok: true,
    location: await establishments.createLocation(caller, body),
  }));
  bindCall(app, readEstablishment, async ({ caller, params }) => ({
    ok: true,
    establishment: await establishments.read(caller, params.id),
  }));
  bindCall(app, createEstablishment, async ({ caller, body }) => {
    const id = await editing.create(caller, body);
    return { ok: true, establishment: await establishments.read(caller, id) };
  });
  bindCall(app, updateEstablishment, async ({ caller, params, body }) => {
    await editing.change(caller, params.id, body);
    return { ok: true, establishment: await establishments.read(caller, params.id) };
  });
  bindCall(app, removeEstablishment, async ({ caller, params }) => {
    await editing.remove(caller, params.id);
    return { ok: true };
  });
};
