import { Readable } from 'node:stream';
import {
  type Consent,
  type ConsentGrant,
  exportConsents,
  giveConsent,
  listAcceptedConsents,
  listConsents,
  withdrawConsent,
} from '@nascente/contract/people/consents';
import { LEGAL_VERSION, type LegalDocument, legalDocuments, legalName } from '@nascente/domain/people/legal';
import type { Connection } from '../../platform/database/open-database.ts';
import { Bug } from '../../platform/errors.ts';
import { csvText } from '../../platform/files/csv-text.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import { type Device, deviceName } from '../../platform/http/device.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuditTrail } from '../audit/index.ts';
import {
  type ConsentOfSomebody,
  createConsentsRepository,
  type StoredConsent,
} from './consents.repository.ts';

const BATCH_SIZE = 1_000;
const BYTE_ORDER_MARK = '\uFEFF';
const COLUMNS = [
  'conta',
  'e-mail',
  'documento',
  'versão',
  'aceito em',
  'endereço',
  'navegador',
  'retirado em',
];

const toConsent = ({ acceptedAt, withdrawnAt, ...consent }: StoredConsent): Consent => ({
  ...consent,
  acceptedAt: acceptedAt.toISOString(),
  withdrawnAt: withdrawnAt?.toISOString() ?? null,
});

const lineOf = (consent: ConsentOfSomebody): string => {
  const { accountId, email, document, version, acceptedAt, address, device, withdrawnAt } = consent;
  const until = withdrawnAt?.toISOString() ?? '';
  const cells = [
    accountId,
    email,
    legalName(document),
    version,
    acceptedAt.toISOString(),
    address,
    device,
    until,
  ];
  return `${cells.map(csvText).join(';')}\r\n`;
};

async function* csvOf(db: Connection): AsyncGenerator<string> {
  const consents = createConsentsRepository(db);
  yield `${BYTE_ORDER_MARK}${COLUMNS.join(';')}\r\n`;
  let page = await consents.after(null, BATCH_SIZE);
  while (page.length > 0) {
    yield page.map(lineOf).join('');
    page = await consents.after(page.at(-1)?.id ?? null, BATCH_SIZE);
  }
}

/** Records the consents of a new account in the transaction that creates it. */
export type AcceptAllConsents = ReturnType<typeof createConsentsFeature>['acceptAllConsents'];

export const createConsentsFeature = (needs: Pick<Platform, 'clock' | 'db'> & { audit: AuditTrail }) => {
  const { audit, clock, db } = needs;

  const accept = async (
    within: Connection,
    accountId: string,
    document: LegalDocument,
    { address, userAgent }: Device,
  ): Promise<boolean> =>
    createConsentsRepository(within).insert({
      accountId,
      document,
      version: LEGAL_VERSION,
      at: clock(),
      address,
      device: deviceName(userAgent),
    });

  const own = (caller: Actor, document: LegalDocument) => ({
    by: caller,
    subjectId: caller.accountId,
    detail: { document: legalName(document), version: LEGAL_VERSION },
  });

  const service = {
    async acceptAllConsents(accountId: string, device: Device, within: Connection): Promise<void> {
      for (const document of legalDocuments) await accept(within, accountId, document, device);
    },
    async list(caller: Caller): Promise<Consent[]> {
      requirePermission(caller, 'hold-consents');
      return (await createConsentsRepository(db).listOf(caller.accountId)).map(toConsent);
    },
    give(caller: Actor, document: LegalDocument): Promise<Consent> {
      requirePermission(caller, 'hold-consents');
      return db.transaction().execute(async (within) => {
        if (await accept(within, caller.accountId, document, caller.device))
          await audit.record({ ...own(caller, document), action: 'consent-given' }, within);
        const listed = await createConsentsRepository(within).listOf(caller.accountId);
        const accepted = listed.find((one) => one.document === document && one.withdrawnAt === null);
        if (accepted === undefined) throw new Bug('what was accepted does not stand');
        return toConsent(accepted);
      });
    },
    /** @returns the number of withdrawn consents. */
    withdraw(caller: Actor, document: LegalDocument): Promise<number> {
      requirePermission(caller, 'hold-consents');
      return db.transaction().execute(async (within) => {
        const stood = await createConsentsRepository(within).withdraw(caller.accountId, document, clock());
        if (stood > 0) await audit.record({ ...own(caller, document), action: 'consent-withdrawn' }, within);
        return stood;
      });
    },
    /** Lists the consents of all accounts, for an Admin. */
    async listGiven(
      caller: Caller,
      page: { limit: number; skip: number },
    ): Promise<{ consents: ConsentGrant[]; total: number }> {
      requirePermission(caller, 'see-people');
      const consents = createConsentsRepository(db);
      const listed = await consents.list(page);
      return {
        consents: listed.map(({ email, accountId, ...consent }) => ({
          ...toConsent(consent),
          email,
          accountId,
        })),
        total: await consents.count(),
      };
    },
    /** All consents as CSV, for an Admin. */
    open(caller: Caller): Readable {
      requirePermission(caller, 'see-people');
      return Readable.from(csvOf(db), { objectMode: false });
    },
  };

  return {
    acceptAllConsents: service.acceptAllConsents,
    register(app: CallBinder): void {
      bindCall(app, listConsents, async ({ caller }) => ({
        version: LEGAL_VERSION,
        consents: await service.list(caller),
      }));
      bindField(app, giveConsent, ({ caller, body }) => service.give(caller, body.document));
      bindField(app, withdrawConsent, ({ caller, params }) => service.withdraw(caller, params.document));
      bindCall(app, listAcceptedConsents, ({ caller, query }) => service.listGiven(caller, query));
      bindCall(
        app,
        exportConsents,
        async ({ caller }) =>
          new StreamedAnswer(service.open(caller), {
            contentType: 'text/csv; charset=utf-8',
            name: 'consentimentos.csv',
          }),
      );
    },
  };
};
