import { Readable } from 'node:stream';
import {
  exportAccount,
  PASSWORD_HEADER,
  type Removal,
  readRemoval,
  removeAccount,
} from '@nascente/contract/operations/own-data';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { PhaseColumn } from '@nascente/domain/telemetry/intervals/totals';
import type { FastifyRequest } from 'fastify';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { ConfirmPassword, SessionFeature, SessionService } from '../../people/session/index.ts';
import type { ReadDatabase } from '../../platform/database/connections/read-database.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, Expired, invalidField } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { WorkQueue } from '../../platform/jobs/work-queue.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { createMeterDays, type MeterDays } from '../../telemetry/series/index.ts';
import { createExportRepository, type ExportRepository, type HeldMeter } from './export.repository.ts';
import {
  type Belongings,
  createReadingsRemovalRepository,
  createRemovalRepository,
  type ReadingsRemovalRepository,
} from './removal.repository.ts';

/** Days that the export reads at once, because years of quarter-hours do not fit into memory. */
const BATCH_MS = 50 * DAY_MS;

/** Columns of a quarter-hour in the export, with the stored column of each. */
const QUANTITIES: Readonly<Record<string, PhaseColumn>> = {
  ...phasesOf('consumed', 'mwh'),
  ...phasesOf('injected', 'mwh'),
  ...phasesOf('inductive', 'mvarh'),
  ...phasesOf('capacitive', 'mvarh'),
  volume_ml: 'volume',
};
const COLUMNS = Object.values(QUANTITIES);

function phasesOf(quantity: string, unit: string): Record<string, PhaseColumn> {
  return Object.fromEntries(
    ['A', 'B', 'C'].map((phase) => [
      `${quantity}_${phase.toLowerCase()}_${unit}`,
      `${quantity}${phase}` as PhaseColumn,
    ]),
  );
}

async function* quartersOf(
  held: ExportRepository,
  days: MeterDays,
  { id }: HeldMeter,
): AsyncGenerator<string> {
  const measured = await held.measured(id);
  let separator = '';
  for (
    let from = measured?.from ?? instant(0);
    measured && from < measured.to;
    from = instant(from + BATCH_MS)
  ) {
    const span = { installationId: id, from, to: instant(Math.min(from + BATCH_MS, measured.to)) };
    const [[runs], [estimated = []]] = await Promise.all([
      days.read(COLUMNS, [span]),
      days.estimated([span]),
    ]);
    const rows = rowsOfRuns(COLUMNS, span, runs);
    if (rows.length === 0) continue;
    const lines = rows.map(({ start, values }) => {
      const isEstimated = estimated.some((part) => part.from <= start && start < part.to);
      return JSON.stringify([new Date(start).toISOString(), ...values, Number(isEstimated)]);
    });
    yield separator + lines.join(',');
    separator = ',';
  }
}

/** The export as JSON, piece by piece. */
async function* exportText(
  { held, days }: { held: ExportRepository; days: MeterDays },
  head: Readonly<Record<string, unknown>>,
  meters: readonly HeldMeter[],
): AsyncGenerator<string> {
  yield `${JSON.stringify({ ok: true, ...head }).slice(0, -1)},"consumption":[`;
  const columns = ['start', ...Object.keys(QUANTITIES), 'is_estimated'];
  for (const [index, meter] of meters.entries()) {
    const names = JSON.stringify({ installation: meter.id, mac: meter.mac, columns });
    yield `${index === 0 ? '' : ','}${names.slice(0, -1)},"quarters":[`;
    yield* quartersOf(held, days, meter);
    yield ']}';
  }
  yield ']}';
}

const createExportService = (needs: {
  held: ExportRepository;
  days: MeterDays;
  confirmPassword: ConfirmPassword;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { held, confirmPassword, audit, clock } = needs;
  return {
    /** All stored data of the caller, as JSON. Throws WrongCredentials, LimitReached or Expired. */
    async open(caller: Actor, password: string): Promise<Readable> {
      requirePermission(caller, 'export-own-account');
      await confirmPassword(caller, password);
      const { accountId } = caller;
      await audit.record({ action: 'account-exported', by: caller, subjectId: accountId });
      const person = await held.held(accountId);
      if (person === null) throw new Expired();
      const head = { exportedAt: new Date(clock()).toISOString(), ...person };
      return Readable.from(exportText(needs, head, await held.meters(accountId)), { objectMode: false });
    },
  };
};

/** Installations of a removed account with readings that remain to be deleted. */
interface LeftReadings {
  readonly installationIds: readonly number[];
}

const PERSISTENCE = {
  attempts: 20,
  firstWaitSeconds: 30,
  maxWaitSeconds: 3_600,
  lookEverySeconds: 60,
} as const;

/** Removes a day, or a batch of register values, per statement; repeats while it finds rows, as a frame may be in progress. */
const removeReadingsOf = async (readings: ReadingsRemovalRepository, id: number): Promise<void> => {
  let removed = await readings.removeTotals(id);
  for (let some = 1; some > 0; removed += some) some = await readings.removeRegisters(id);
  const days = await readings.daysOf(id);
  if (days !== null) {
    for (let day = days.first.getTime(); day <= days.last.getTime(); day += DAY_MS)
      removed += await readings.removeReadings(id, new Date(day), new Date(day + DAY_MS));
  }
  if (removed > 0) await removeReadingsOf(readings, id);
};

/** Removes readings in the background, because their removal may take longer than a request. */
const createReadingsRemoval = (needs: {
  jobs: Pick<JobRunner, 'queue'>;
  readings: ReadingsRemovalRepository;
}): WorkQueue<LeftReadings> =>
  needs.jobs.queue<LeftReadings>({
    name: 'remove-readings',
    persistence: PERSISTENCE,
    work: async ({ payload }) => {
      for (const id of (payload as LeftReadings).installationIds) await removeReadingsOf(needs.readings, id);
    },
  });

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The records that are removed with an account, as numbers and as sentences. */
const removalEffects = (belongings: Belongings): Removal => {
  const { clientUserIds, establishments, viewers, apiKeys } = belongings;
  const meters = belongings.installations.filter(({ isInUse }) => isInUse).length;
  const clientUsers = clientUserIds.length;
  const effects = [
    'Seus dados pessoais, sessões e chaves de acesso são excluídos. Isto não pode ser desfeito.',
  ];
  if (establishments > 0) {
    const removed = counted(establishments, 'estabelecimento é excluído', 'estabelecimentos são excluídos');
    effects.push(`${removed} com todo o histórico de consumo.`);
  }
  if (meters > 0) {
    const devices = counted(meters, 'medidor fica livre', 'medidores ficam livres');
    effects.push(`${devices} para nova instalação.`);
  }
  if (viewers > 0) {
    const people = counted(viewers, 'pessoa deixa', 'pessoas deixam');
    effects.push(`${people} de ver medidores seus que foram compartilhados.`);
  }
  if (clientUsers > 0) {
    const accounts = counted(clientUsers, 'usuário cliente é excluído', 'usuários clientes são excluídos');
    effects.push(`${accounts} junto com a sua conta.`);
  }
  return { establishments, meters, clientUsers, viewers, apiKeys, effects };
};

const LAST_ADMIN = 'Você é o único administrador: passe o perfil a outra pessoa antes de excluir a conta.';

const createRemovalService = (needs: {
  db: Connection;
  confirmPassword: ConfirmPassword;
  leftReadings: WorkQueue<LeftReadings>;
  audit: AuditTrail;
  session: Pick<SessionService, 'endAllOf'>;
  directory: Pick<MeterDirectory, 'announce'>;
}) => {
  const { db, confirmPassword, leftReadings, audit, session, directory } = needs;

  /** Removes the person and identifying data at once, and then the readings, which identify no person. */
  const removeAt = async (within: Connection, caller: Actor): Promise<Belongings> => {
    const accounts = createRemovalRepository(within);
    const { accountId, email } = caller;
    if (caller.profile === 'Admin' && (await accounts.lockAdmins()) < 2) throw new Conflict(LAST_ADMIN);
    const belongings = await accounts.belongings(accountId);
    await accounts.remove({ accountId, email });
    const installationIds = belongings.installations.map(({ id }) => id);
    if (installationIds.length > 0) await leftReadings.add({ installationIds }, { within });
    await audit.eraseDetails([accountId, ...belongings.clientUserIds], within);
    const event = { action: 'account-removed', by: caller, subjectId: accountId } as const;
    await audit.record(event, within);
    return belongings;
  };

  return {
    async preview(caller: Caller): Promise<Removal> {
      requirePermission(caller, 'delete-own-account');
      return removalEffects(await createRemovalRepository(db).belongings(caller.accountId));
    },
    /** Throws WrongCredentials, LimitReached, or Conflict for the last Admin. */
    async remove(caller: Actor, password: string): Promise<void> {
      requirePermission(caller, 'delete-own-account');
      await confirmPassword(caller, password);
      const { clientUserIds, installations } = await db
        .transaction()
        .execute((within) => removeAt(within, caller));
      for (const accountId of [caller.accountId, ...clientUserIds]) await session.endAllOf(accountId);
      for (const { mac, isInUse } of installations) if (isInUse) directory.announce({ mac: mac as Mac });
    },
  };
};

/** Length of the longest allowed password in a URL: each byte of a character is written as three characters. */
const MAX_LENGTH = 256 * 9;

/** The password of a call that has no body: percent-encoded in a header, since headers carry ASCII only. */
const passwordHeaderOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string => {
  const header = headers[PASSWORD_HEADER];
  if (typeof header !== 'string' || header === '' || header.length > MAX_LENGTH)
    throw invalidField(PASSWORD_HEADER, 'Informe a senha.');
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
};

const EXPORT_FILE = { contentType: 'application/json; charset=utf-8', name: 'nascente-meus-dados.json' };

/** Export of a person's data and removal of the account (LGPD, art. 18). Must be called before the jobs start. */
export const createOwnDataFeature = (needs: {
  db: Connection;
  /** The database from which the export is read. */
  reading: Pick<ReadDatabase, 'db' | 'pool'>;
  jobs: Pick<JobRunner, 'queue'>;
  session: Pick<SessionFeature, 'session' | 'confirmPassword'>;
  audit: AuditTrail;
  directory: Pick<MeterDirectory, 'announce'>;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { reading, jobs, audit, directory, clock, db } = needs;
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
  return {
    register(app): void {
      bindCall(app, exportAccount, async ({ caller, request }) => {
        const password = passwordHeaderOf(request);
        return new StreamedAnswer(await exports.open(caller, password), EXPORT_FILE);
      });
      bindField(app, readRemoval, ({ caller }) => removal.preview(caller));
      bindCall(app, removeAccount, async ({ caller, body }) => {
        await removal.remove(caller, body.password);
        return { msg: 'Conta excluída.' };
      });
    },
  };
};
