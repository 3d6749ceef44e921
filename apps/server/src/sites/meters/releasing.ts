import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { createInstallationWrites } from './installation-writes.repository.ts';
import { createInstallationsRepository, type InstalledBoard } from './installations.repository.ts';

const NOT_INSTALLED = 'Esta placa não está instalada: não há o que liberar.';

/**
 * Takes a board out of the installation of whoever has it, within a transaction; what it measured stays there. The
 * directory is to be told once that is committed. Throws Conflict for a board that is nowhere.
 */
export type Releasing = (
  within: Connection,
  by: { readonly caller: Caller; readonly device: NewAuditEvent['device'] },
  mac: string,
) => Promise<InstalledBoard>;

export const createReleasing =
  ({ audit, clock }: { audit: AuditTrail; clock: () => Instant }): Releasing =>
  async (within, { caller, device }, mac) => {
    requirePermission(caller, 'provision-boards');
    const writes = createInstallationWrites(within);
    await writes.holdBoards([mac]);
    const installed = await createInstallationsRepository(within).installedAs(mac);
    const held = installed && (await writes.holdInstallation(installed.installationId));
    if (!installed || !held) throw new Conflict(NOT_INSTALLED);
    await writes.close(held.id, new Date(Math.max(clock(), held.boardSince.getTime())));
    const detail = { meter: installed.name, mac, establishment: installed.establishmentName };
    const event = { actorId: caller.accountId, subjectId: installed.ownerId, device, detail };
    await audit.record({ action: 'board-released', ...event }, within);
    return installed;
  };
