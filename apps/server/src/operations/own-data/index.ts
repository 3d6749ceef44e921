import {
  exportAccount,
  PASSWORD_HEADER,
  readRemoval,
  removeAccount,
} from '@nascente/contract/operations/own-data';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { FastifyRequest } from 'fastify';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf, type SessionFeature } from '../../people/session/index.ts';
import type { ReadDatabase } from '../../platform/database/connections/read-database.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { InvalidInput } from '../../platform/errors.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { createMeterDays } from '../../telemetry/series/index.ts';
import { createExportRepository } from './export.repository.ts';
import { createExportService, type ExportService } from './export.service.ts';
import { createReadingsRemovalRepository } from './readings-removal.repository.ts';
import { createReadingsRemoval, createRemovalService, type RemovalService } from './removal.service.ts';

/** Of the longest password that may be chosen, where every character is written as three bytes. */
const MAX_LENGTH = 256 * 9;

/** The password of a call that has no body: percent-encoded in a header, since headers carry ASCII only. */
const passwordHeaderOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string => {
  const header = headers[PASSWORD_HEADER];
  if (typeof header !== 'string' || header === '' || header.length > MAX_LENGTH) {
    const msg = 'Informe a senha.';
    throw new InvalidInput(msg, [{ path: PASSWORD_HEADER, msg }]);
  }
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
};

const EXPORT_FILE = { contentType: 'application/json; charset=utf-8', name: 'nascente-meus-dados.json' };

const bindOwnData = (
  app: CallBinder,
  { exports, removal }: { readonly exports: ExportService; readonly removal: RemovalService },
): void => {
  bindCall(app, exportAccount, async ({ caller, request }) => {
    const password = passwordHeaderOf(request);
    return new StreamedAnswer(await exports.open(caller, password, deviceOf(request)), EXPORT_FILE);
  });
  bindCall(app, readRemoval, async ({ caller }) => ({ removal: await removal.preview(caller) }));
  bindCall(app, removeAccount, async ({ caller, body, request }) => {
    await removal.remove(caller, body.password, deviceOf(request));
    return { msg: 'Conta excluída.' };
  });
};

/** Export of a person's data and removal of the account (LGPD, art. 18). Create it before the jobs start. */
export const createOwnDataFeature = (needs: {
  database: Pick<Database, 'db'>;
  /** The export is read here. */
  reading: Pick<ReadDatabase, 'db' | 'pool'>;
  jobs: Pick<JobRunner, 'queue'>;
  session: Pick<SessionFeature, 'session' | 'confirmPassword'>;
  audit: AuditTrail;
  directory: Pick<MeterDirectory, 'announce'>;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { reading, jobs, audit, directory, clock } = needs;
  const { db } = needs.database;
  const { session, confirmPassword } = needs.session;
  const leftReadings = createReadingsRemoval({ jobs, readings: createReadingsRemovalRepository(db) });
  const exports = createExportService({
    held: createExportRepository(reading.db),
    days: createMeterDays({ pool: reading.pool, clock }),
    confirmPassword,
    audit,
    clock,
  });
  const removal = createRemovalService({ db, confirmPassword, leftReadings, audit, session, directory });
  return { register: (app) => bindOwnData(app, { exports, removal }) };
};
