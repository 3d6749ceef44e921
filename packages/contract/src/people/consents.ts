import { LEGAL_VERSION, legalDocuments } from '@nascente/domain/people/legal';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { page } from '../base/paging.ts';

const document = described('Which text.', z.enum(legalDocuments, 'Documento inválido.'));

export const consent = z.object({
  id: z.string(),
  document,
  version: described('Of the text: the day of its last change.', z.string()),
  givenAt: described('When it was accepted.', answeredInstant),
  address: described('From which it was accepted.', z.string()),
  device: described('Browser and system on which it was accepted, for people.', z.string()),
  withdrawnAt: described('When it was taken back; null: it stands.', z.nullable(answeredInstant)),
});
export type Consent = z.output<typeof consent>;

export const listConsents = defineCall({
  name: 'listConsents',
  method: 'GET',
  effect: 'reads',
  path: '/user/consents',
  access: 'session',
  permission: 'hold-consents',
  summary: 'What the account accepted and took back, newest first, and which version is in force.',
  success: 200,
  answer: z.object({
    ok,
    version: described('In force.', z.string()),
    consents: described('Newest first.', z.array(consent)),
  }),
});

export const giveConsent = defineCall({
  name: 'giveConsent',
  method: 'POST',
  effect: 'changes',
  path: '/user/consents',
  access: 'session',
  permission: 'hold-consents',
  summary: 'Accepts a text in the version that is in force; accepting it again changes nothing.',
  body: z.strictObject({
    document,
    version: described(
      'As it was shown.',
      z.literal(LEGAL_VERSION, 'Este texto mudou: abra a página de novo e leia a versão atual.'),
    ),
  }),
  success: 200,
  answer: z.object({ ok, consent: described('As it is kept.', consent) }),
});

export const withdrawConsent = defineCall({
  name: 'withdrawConsent',
  method: 'DELETE',
  effect: 'changes',
  path: '/user/consents/:document',
  access: 'session',
  permission: 'hold-consents',
  summary: 'Takes back what stands of a text. What is held stays until the account is removed.',
  params: z.object({ document }),
  success: 200,
  answer: z.object({ ok, withdrawn: described('How many stood.', z.int()) }),
});

export const listGivenConsents = defineCall({
  name: 'listGivenConsents',
  method: 'GET',
  effect: 'reads',
  path: '/admin/consents',
  access: 'Admin',
  permission: 'see-people',
  summary: "Everybody's acceptances, newest first.",
  query: z.strictObject({ ...page }),
  success: 200,
  answer: z.object({
    ok,
    consents: described(
      'Newest first.',
      z.array(z.object({ ...consent.shape, email: z.string(), accountId: described('Whose.', z.string()) })),
    ),
    total: z.int(),
  }),
});
export type ConsentGrant = z.output<typeof listGivenConsents.answer>['consents'][number];

export const exportConsents = defineCall({
  name: 'exportConsents',
  method: 'GET',
  effect: 'reads',
  path: '/admin/consents/export',
  access: 'Admin',
  permission: 'see-people',
  summary: "Everybody's acceptances, oldest first, as CSV (`;`, byte order mark, CRLF).",
  download: ['text/csv'],
  success: 200,
  answer: z.string(),
});
