import { readStatus } from '@nascente/contract/operations/status';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { StatusService } from './status.service.ts';

export const bindStatus = (app: CallBinder, service: StatusService): void => {
  bindCall(app, readStatus, async ({ caller }) => ({ ok: true, ...(await service.read(caller)) }));
};
