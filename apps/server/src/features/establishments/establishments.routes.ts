import { createLocation, listEstablishments } from '@nascente/contract/establishments';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { EstablishmentsService } from './establishments.service.ts';

export const bindEstablishments = (app: CallBinder, establishments: EstablishmentsService): void => {
  bindCall(app, listEstablishments, async ({ caller }) => ({
    ok: true,
    establishments: await establishments.list(caller),
  }));
  bindCall(app, createLocation, async ({ caller, body }) => ({
    ok: true,
    location: await establishments.createLocation(caller, body),
  }));
};
