import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import type { moveMeter, replaceBoard } from '@nascente/contract/sites/meter-changes';
import type { Installation } from '@nascente/contract/sites/meters';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, NotFound, refuseField } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { BoardClaims, ClaimedMac } from '../board-claims/index.ts';
import { toInstallation } from './board-answer.ts';
import { IN_USE, requireOnlyGeneral } from './installation-rules.ts';
import {
  createInstallationWrites,
  type HeldBoard,
  type HeldInstallation,
  type InstallationWrites,
} from './installation-writes.repository.ts';
import { createInstallationsRepository, type InstalledBoard } from './installations.repository.ts';
import { PLACE_NOT_FOUND } from './installing.ts';
import type { Meter } from './meter.ts';
import type { MeterDirectory } from './meter-directory.ts';
import { meterAuditEvent } from './meter-editing.service.ts';
import { viewerOf } from './visibility.ts';

const NOT_INSTALLED = 'Esta placa não está instalada: não há o que liberar.';

/**
 * Takes a board out of its installation within a transaction; its measurements stay there. Notify the directory after the commit.
 * Throws Conflict for a board that is not installed.
 */
export type Releasing = (within: Connection, caller: Actor, mac: string) => Promise<InstalledBoard>;

export const createReleasing =
  ({ audit, clock }: { audit: AuditTrail; clock: () => Instant }): Releasing =>
  async (within, caller, mac) => {
    requirePermission(caller, 'provision-boards');
    const writes = createInstallationWrites(within);
    await writes.holdBoards([mac]);
    const installed = await createInstallationsRepository(within).installedAs(mac);
    const held = installed && (await writes.holdInstallation(installed.installationId));
    if (!installed || !held) throw new Conflict(NOT_INSTALLED);
    await writes.close(held.id, new Date(Math.max(clock(), held.boardSince.getTime())));
    const detail = { meter: installed.name, mac, establishment: installed.establishmentName };
    const event = { by: caller, subjectId: installed.ownerId, detail };
    await audit.record({ action: 'board-released', ...event }, within);
    return installed;
  };

const GONE = 'Medidor não encontrado.';
const SAME_PLACE = 'O medidor já está neste estabelecimento.';
const OTHER_OWNER = 'Escolha um estabelecimento do mesmo titular do medidor.';
const SAME_BOARD = 'Esta já é a placa instalada: digite o MAC da placa nova.';
const OTHER_KIND = 'A placa nova precisa ser do mesmo tipo e modelo que a atual.';

const holdMeter = async (writes: InstallationWrites, meter: Meter): Promise<HeldInstallation> => {
  const held = await writes.holdInstallation(meter.installationId);
  if (held === null || held.mac !== meter.mac) throw new NotFound(GONE);
  return held;
};

/** The time of a replacement: now, but after the start of the old board and not before the end of the new board elsewhere. */
const exchangedAt = (now: Instant, held: HeldInstallation, fresh: HeldBoard): Date =>
  new Date(Math.max(now, held.boardSince.getTime() + 1, fresh.freeSince?.getTime() ?? now));

const requireFitting = (meter: Meter, fresh: HeldBoard | undefined): HeldBoard => {
  if (fresh === undefined) throw new NotFound(GONE);
  if (fresh.isInUse) throw new Conflict(IN_USE);
  if (fresh.type !== meter.type || fresh.model !== meter.model) refuseField('meter', OTHER_KIND);
  return fresh;
};

/** @returns the name of the other establishment. */
const requireSameOwner = async (
  writes: InstallationWrites,
  meter: Meter,
  establishment: string,
): Promise<string> => {
  const held = await writes.holdEstablishments([meter.establishmentId, establishment]);
  const target = held.get(establishment);
  if (target === undefined) throw new NotFound(PLACE_NOT_FOUND);
  return target.ownerId === meter.ownerId ? target.name : refuseField('locationCode', OTHER_OWNER);
};

export const createMeterMoves = (needs: {
  db: Connection;
  claims: BoardClaims;
  directory: MeterDirectory;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { db, claims, directory, audit, clock } = needs;

  const moveWithin = async (
    within: Connection,
    { caller, meter }: { caller: Actor; meter: Meter },
    { locationCode: establishmentId, isGeral: isGeneral, keepAccess }: BodyOf<typeof moveMeter>,
  ): Promise<number> => {
    const writes = createInstallationWrites(within);
    const to = await requireSameOwner(writes, meter, establishmentId);
    await writes.holdBoards([meter.mac]);
    const held = await holdMeter(writes, meter);
    if (isGeneral) await requireOnlyGeneral(writes, { establishmentId, type: meter.type, ignored: held.id });
    const at = new Date(Math.max(clock(), held.boardSince.getTime()));
    await writes.close(held.id, at);
    const continued = await writes.continueAt(held.id, { establishmentId, isGeneral, at });
    if (keepAccess) await writes.copyAccess(held.id, continued);
    await writes.copyGroups(held.id, continued, at);
    const detail = { establishment: to, before: meter.establishmentName };
    await audit.record(meterAuditEvent('meter-moved', { caller, meter }, detail), within);
    return continued;
  };

  return {
    /**
     * Closes the installation and continues it at another establishment of the same owner. The totals of the old establishment
     * stay as they are, and earlier measurements appear at the new one only in `readMeterPast`.
     */
    async move(caller: Actor, id: string, to: BodyOf<typeof moveMeter>): Promise<Installation> {
      requirePermission(caller, 'edit-meter');
      const meter = await directory.findInstalled(caller, id);
      const establishment = to.locationCode;
      const isOwn =
        isId(establishment) &&
        (await createInstallationsRepository(db).isEstablishmentOf(viewerOf(caller), establishment));
      if (!isOwn) throw new NotFound(PLACE_NOT_FOUND);
      if (establishment === meter.establishmentId) refuseField('locationCode', SAME_PLACE);
      const moved = await db.transaction().execute((within) => moveWithin(within, { caller, meter }, to));
      await directory.settle([{ mac: meter.mac }]);
      return toInstallation(await directory.findInstalled(caller, String(moved)));
    },
    /** Replaces the board of an installation from this moment on; the old board becomes free. */
    async replace(
      caller: Actor,
      id: string,
      { meter: newMac, code }: BodyOf<typeof replaceBoard>,
    ): Promise<Installation> {
      requirePermission(caller, 'edit-meter');
      const meter = await directory.findInstalled(caller, id);
      if (newMac === meter.mac) refuseField('meter', SAME_BOARD);
      const mac: ClaimedMac = await claims.require(caller, { mac: newMac, code });
      await db.transaction().execute(async (within) => {
        const writes = createInstallationWrites(within);
        const boards = await writes.holdBoards([meter.mac, mac]);
        const held = await holdMeter(writes, meter);
        const fresh = requireFitting(meter, boards.get(mac));
        await writes.exchangeBoard(held, mac, exchangedAt(clock(), held, fresh));
        const event = meterAuditEvent('board-replaced', { caller, meter }, { newMac: fresh.mac });
        await audit.record(event, within);
      });
      await directory.settle([{ mac: meter.mac }, { mac }]);
      return toInstallation(await directory.findInstalled(caller, id));
    },
  };
};
