import { exportAudit, readAuditTrail, verifyAudit } from '@nascente/contract/people/audit';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import { deviceOf } from '../session/index.ts';
import type { AuditService } from './audit.service.ts';

const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const;

export const bindAudit = (app: CallBinder, service: AuditService): void => {
  bindCall(app, readAuditTrail, async ({ caller, query }) => ({
    ok: true,
    ...(await service.read(caller, query)),
  }));
  bindCall(app, exportAudit, async ({ caller, query: { format }, request }) => {
    const stream = await service.open(caller, format, deviceOf(request));
    return new StreamedAnswer(stream, { contentType: CONTENT_TYPES[format], name: `auditoria.${format}` });
  });
  bindCall(app, verifyAudit, async ({ caller }) => ({ ok: true, ...(await service.verify(caller)) }));
};
