import type { Removal } from '@nascente/contract/operations/own-data';
import { DAY_MS } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { ConfirmPassword, Device, SessionService } from '../../people/session/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { WorkQueue } from '../../platform/jobs/work-queue.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { ReadingsRemovalRepository } from './readings-removal.repository.ts';
import { type Belongings, createRemovalRepository } from './removal.repository.ts';

/** Installations of a removed account, whose readings remain to be deleted. */
interface LeftReadings {
  readonly installationIds: readonly number[];
}

const PERSISTENCE = {
  attempts: 20,
  firstWaitSeconds: 30,
  maxWaitSeconds: 3_600,
  lookEverySeconds: 60,
} as const;

/** A day at a time, or some thousand values, so that no statement holds much; again while something comes, since a frame may be on its way. */
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

/** Removes readings in the background: an account may have more of them than a request has time. */
export const createReadingsRemoval = (needs: {
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

/** What removing an account takes along, in numbers and in sentences. */
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

export type RemovalService = ReturnType<typeof createRemovalService>;

export const createRemovalService = (needs: {
  db: Connection;
  confirmPassword: ConfirmPassword;
  leftReadings: WorkQueue<LeftReadings>;
  audit: AuditTrail;
  session: Pick<SessionService, 'endAllOf'>;
  directory: Pick<MeterDirectory, 'announce'>;
}) => {
  const { db, confirmPassword, leftReadings, audit, session, directory } = needs;

  /** Removes the person and identifying data at once, and then the readings, which identify nobody. */
  const removeAt = async (within: Connection, caller: Caller, device: Device): Promise<Belongings> => {
    const accounts = createRemovalRepository(within);
    const { accountId, email } = caller;
    if (caller.profile === 'Admin' && (await accounts.lockAdmins()) < 2) throw new Conflict(LAST_ADMIN);
    const belongings = await accounts.belongings(accountId);
    await accounts.remove({ accountId, email });
    const installationIds = belongings.installations.map(({ id }) => id);
    if (installationIds.length > 0) await leftReadings.add({ installationIds }, { within });
    await audit.eraseDetails([accountId, ...belongings.clientUserIds], within);
    const event = { action: 'account-removed', actorId: accountId, subjectId: accountId, device } as const;
    await audit.record(event, within);
    return belongings;
  };

  return {
    async preview(caller: Caller): Promise<Removal> {
      requirePermission(caller, 'delete-own-account');
      return removalEffects(await createRemovalRepository(db).belongings(caller.accountId));
    },
    /** Throws WrongCredentials, LimitReached, or Conflict for the last Admin. */
    async remove(caller: Caller, password: string, device: Device): Promise<void> {
      requirePermission(caller, 'delete-own-account');
      await confirmPassword(caller, password);
      const { clientUserIds, installations } = await db
        .transaction()
        .execute((within) => removeAt(within, caller, device));
      for (const accountId of [caller.accountId, ...clientUserIds]) await session.endAllOf(accountId);
      for (const { mac, isInUse } of installations) if (isInUse) directory.announce({ mac: mac as Mac });
    },
  };
};
