import {
  exportConsents,
  giveConsent,
  listConsents,
  listGivenConsents,
  withdrawConsent,
} from '@nascente/contract/people/consents';
import { LEGAL_VERSION } from '@nascente/domain/people/legal';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuditTrail } from '../audit/index.ts';
import { deviceOf } from '../session/index.ts';
import { type ConsentsService, createConsentsService } from './consents.service.ts';

const bindConsents = (app: CallBinder, service: ConsentsService): void => {
  bindCall(app, listConsents, async ({ caller }) => ({
    ok: true,
    version: LEGAL_VERSION,
    consents: await service.list(caller),
  }));
  bindCall(app, giveConsent, async ({ caller, body, request }) => ({
    ok: true,
    consent: await service.give(caller, body.document, deviceOf(request)),
  }));
  bindCall(app, withdrawConsent, async ({ caller, params, request }) => ({
    ok: true,
    withdrawn: await service.withdraw(caller, params.document, deviceOf(request)),
  }));
  bindCall(app, listGivenConsents, async ({ caller, query }) => ({
    ok: true,
    ...(await service.listGiven(caller, query)),
  }));
  bindCall(
    app,
    exportConsents,
    async ({ caller }) =>
      new StreamedAnswer(service.open(caller), {
        contentType: 'text/csv; charset=utf-8',
        name: 'consentimentos.csv',
      }),
  );
};

/** Records the consents of a new account in the transaction that creates it. */
export type AcceptAll = ConsentsService['acceptAll'];

export const createConsentsFeature = (
  needs: Pick<Platform, 'clock' | 'database'> & { audit: AuditTrail },
) => {
  const { database, audit, clock } = needs;
  const service = createConsentsService({ db: database.db, audit, clock });
  return { acceptAll: service.acceptAll, register: (app: CallBinder) => bindConsents(app, service) };
};
