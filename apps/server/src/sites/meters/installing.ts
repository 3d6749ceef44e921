import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import type { createInstallation, Installation } from '@nascente/contract/sites/meters';
import { type Instant, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, invalidField, LimitReached, NotFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { ClaimedMac } from '../board-claims/index.ts';
import { toInstallation } from './board-answer.ts';
import { IN_USE, requireOnlyGeneral, requireSolarKind, requireTariff } from './installation-rules.ts';
import { createInstallationWrites, type HeldBoard } from './installation-writes.repository.ts';
import { createInstallationsRepository } from './installations.repository.ts';
import { viewerOf } from './visibility.ts';

/** Maximum time by which the clock of a client may be ahead. */
const AHEAD_MS = 10 * MINUTE_MS;
export const PLACE_NOT_FOUND = 'Estabelecimento não encontrado.';
const BOARD_NOT_FOUND = 'Medidor não encontrado.';

const full = (maximum: number): string =>
  `A conta chegou ao limite de ${maximum.toLocaleString('pt-BR')} medidores. Remova um que não usa mais ou peça mais ao administrador.`;

/** Installs a board within a transaction; notify the directory after the commit. */
export type Installing = (
  within: Connection,
  caller: Actor,
  input: Omit<BodyOf<typeof createInstallation>, 'meter' | 'code'> & { readonly meter: ClaimedMac },
) => Promise<Installation>;

const startOf = (installedAt: number | undefined, now: Instant, board: HeldBoard): Date => {
  const msg = 'A data de instalação não pode ser futura.';
  if (installedAt !== undefined && installedAt - now > AHEAD_MS) throw invalidField('installDate', msg);
  const requested = instant(Math.min(installedAt ?? now, now));
  return new Date(Math.max(requested, board.freeSince?.getTime() ?? requested));
};

export const createInstalling =
  ({ audit, clock, maxMeters }: { audit: AuditTrail; clock: () => Instant; maxMeters: number }): Installing =>
  async (within, caller, input) => {
    requirePermission(caller, 'install-meter');
    const installations = createInstallationsRepository(within);
    const writes = createInstallationWrites(within);
    const establishment = input.locationCode;
    const isOwn =
      isId(establishment) && (await installations.isEstablishmentOf(viewerOf(caller), establishment));
    const heldEstablishment = isOwn
      ? (await writes.holdEstablishments([establishment])).get(establishment)
      : undefined;
    if (heldEstablishment === undefined) throw new NotFound(PLACE_NOT_FOUND);
    const board = (await writes.holdBoards([input.meter])).get(input.meter);
    if (board === undefined) throw new NotFound(BOARD_NOT_FOUND);
    const { type } = board;
    requireSolarKind(type, input.solarPanel);
    if (input.tax !== null)
      await requireTariff(installations, { tariffId: input.tax, type, missing: 'Escolha uma tarifa' });
    const installedAt = startOf(input.installDate, clock(), board);
    if (board.isInUse) throw new Conflict(IN_USE);
    if ((await writes.holdMeters(heldEstablishment.ownerId)) >= maxMeters)
      throw new LimitReached(full(maxMeters));
    if (input.fuseBoxMeter)
      await requireOnlyGeneral(writes, { establishmentId: establishment, type, ignored: null });
    const installationId = await writes.insert({
      establishment_id: establishment,
      mac: board.mac,
      name: input.name,
      comment: input.comment,
      is_general: input.fuseBoxMeter,
      solar_panel: input.solarPanel,
      voltage: input.voltage,
      tariff_id: input.tax,
      installed_at: installedAt,
    });
    const { name, comment, fuseBoxMeter: isGeneral, tax: tariffId } = input;
    const { model, equipment } = board;
    const event = { action: 'meter-installed', by: caller, subjectId: heldEstablishment.ownerId } as const;
    const detail = { meter: name, mac: board.mac, establishment: heldEstablishment.name };
    await audit.record({ ...event, detail }, within);
    const mac = board.mac as Mac;
    return toInstallation({
      installationId,
      name,
      mac,
      comment,
      isGeneral,
      tariffId,
      type,
      model,
      equipment,
    });
  };
