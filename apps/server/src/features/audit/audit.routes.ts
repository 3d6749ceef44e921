import { readAuditTrail } from '@nascente/contract/audit';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { AuditService } from './audit.service.ts';

export const bindAudit = (app: CallBinder, service: AuditService): void => {
  bindCall(app, readAuditTrail, async ({ caller, query }) => ({
    ok: true,
    ...(await service.read(caller, query)),
  }));
};
