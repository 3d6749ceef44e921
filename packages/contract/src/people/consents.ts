import { LEGAL_VERSION, legalDocuments } from '@nascente/domain/people/legal';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { page } from '../base/paging.ts';

const document = described('Kind of text.', z.enum(legalDocuments, 'Documento inválido.'));

export const consent = z.object({
  id: z.string(),
  document,
  version: described('Version of the text: day of its last change.', z.string()),
  acceptedAt: described('Time of the acceptance.', answeredInstant),
  address: described('IP address of the acceptance.', z.string()),
  device: described('Browser and system of the acceptance, for display.', z.string()),
  withdrawnAt: described(
    'Time of the withdrawal; `null` while the consent holds.',
    z.nullable(answeredInstant),
  ),
});
export type Consent = z.output<typeof consent>;

export const listConsents = defineCall({
  name: 'listConsents',
  route: 'GET /user/consents',
  permission: 'hold-consents',
  summary: 'Consents and withdrawals of the account, newest first, and the version in force of each text.',
  answer: {
    version: described('Version in force.', z.string()),
    consents: described('Newest first.', z.array(consent)),
  },
});

export const giveConsent = defineCall({
  name: 'giveConsent',
  route: 'POST /user/consents',
  permission: 'hold-consents',
  summary: 'Accepts a text in the version in force; a repeated call changes nothing.',
  body: z.strictObject({
    document,
    version: described(
      'Version as shown.',
      z.literal(LEGAL_VERSION, 'Este texto mudou: abra a página de novo e leia a versão atual.'),
    ),
  }),
  answer: { consent: described('As stored.', consent) },
});

export const withdrawConsent = defineCall({
  name: 'withdrawConsent',
  route: 'DELETE /user/consents/:document',
  permission: 'hold-consents',
  summary: 'Withdraws the consents to a text. Stored data stays until the account is removed.',
  params: z.object({ document }),
  answer: { withdrawn: described('Number of withdrawn consents.', z.int()) },
});

export const listAcceptedConsents = defineCall({
  name: 'listAcceptedConsents',
  route: 'GET /admin/consents',
  access: 'Admin',
  permission: 'see-people',
  summary: 'Consents of all accounts, newest first.',
  query: z.strictObject({ ...page }),
  answer: {
    consents: described(
      'Newest first.',
      z.array(z.object({ ...consent.shape, email: z.string(), accountId: described('Whose.', z.string()) })),
    ),
    total: z.int(),
  },
});
export type ConsentGrant = z.output<typeof listAcceptedConsents.answer>['consents'][number];

export const exportConsents = defineCall({
  name: 'exportConsents',
  route: 'GET /admin/consents/export',
  access: 'Admin',
  permission: 'see-people',
  summary: 'Consents of all accounts, oldest first, as CSV (`;`, byte order mark, CRLF).',
  download: ['text/csv'],
  answer: z.string(),
});
