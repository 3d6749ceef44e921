import { METER_TEXTS, type MeterChange } from '@nascente/contract/sites/meter-changes';
import type { Installation } from '@nascente/contract/sites/meters';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { RowChange } from '../../platform/database/schema.ts';
import { NotFound, refuseField } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Platform } from '../../platform/platform.ts';
import { toInstallation } from './board-answer.ts';
import { requireOnlyGeneral, requireSolarKind, requireTariff } from './installation-rules.ts';
import { createInstallationWrites } from './installation-writes.repository.ts';
import { createInstallationsRepository } from './installations.repository.ts';
import type { Meter } from './meter.ts';
import type { MeterDirectory } from './meter-directory.ts';

export const meterAuditEvent = (
  action: NewAuditEvent['action'],
  { caller, meter }: { readonly caller: Actor; readonly meter: Meter },
  detail: Readonly<Record<string, string>> = {},
): NewAuditEvent => {
  const { name, mac, ownerId, establishmentName } = meter;
  return {
    action,
    by: caller,
    subjectId: ownerId,
    detail: { meter: name, mac, establishment: establishmentName, ...detail },
  };
};

const YES_OR_NO = (is: boolean): string => (is ? 'yes' : 'no');

/** Changed fields with their new values; the text of a comment is private. */
const changesOf = (meter: Meter, change: RowChange<'installation'>): Record<string, string> => ({
  ...(change.name === meter.name ? {} : { newName: String(change.name) }),
  ...(change.comment === meter.comment ? {} : { comment: 'changed' }),
  ...(change.is_general === meter.isGeneral ? {} : { general: YES_OR_NO(change.is_general === true) }),
  ...(change.tariff_id === meter.tariffId ? {} : { newTariff: 'changed' }),
  ...(change.voltage === meter.voltage ? {} : { voltage: `${change.voltage} V` }),
  ...(change.system === undefined || change.system === meter.system
    ? {}
    : { system: change.system ?? 'none' }),
});

const ANOTHER_BOARD = 'O MAC não pode ser editado: para colocar outra placa, use a troca de placa.';
const ANOTHER_METER = 'Este pedido é de outro medidor.';
const GONE = 'Medidor não encontrado.';

/** The name in an alias. The API returns the alias 'establishment - name'; sent back unchanged, it does not change the name. */
const nameIn = (alias: string, meter: Meter): string => {
  const prefix = `${meter.establishmentName} - `;
  const name = alias === `${prefix}${meter.name}` ? meter.name : alias;
  return name.length > 120 ? refuseField('Alias', METER_TEXTS.alias) : name;
};

const changeOf = (change: MeterChange, meter: Meter): RowChange<'installation'> => ({
  name: nameIn(change.Alias, meter),
  comment: change.Comment,
  is_general: change.isGeral,
  tariff_id: change.tax,
  voltage: change.tension,
  ...(change.system === undefined ? {} : { system: change.system === '' ? null : change.system }),
  ...(change.solarPanel === undefined ? {} : { solar_panel: change.solarPanel }),
});

export const createMeterEditing = (
  needs: Pick<Platform, 'clock' | 'db'> & { directory: MeterDirectory; audit: AuditTrail },
) => {
  const { db, directory, audit, clock } = needs;

  /** A meter needs a tariff, unless no tariff for its type exists. */
  const requireChosenTariff = async (within: Connection, tariffId: string | null, { type }: Meter) => {
    const installations = createInstallationsRepository(within);
    if (tariffId !== null)
      await requireTariff(installations, { tariffId, type, missing: METER_TEXTS.tariff });
    else if (await installations.hasTariffs(type)) refuseField('tax', METER_TEXTS.tariff);
  };

  return {
    async edit(caller: Actor, id: string, input: MeterChange): Promise<Installation> {
      requirePermission(caller, 'edit-meter');
      const meter = await directory.findInstalled(caller, id);
      if (input.id !== id) refuseField('id', ANOTHER_METER);
      if (input.macAddress !== meter.mac) refuseField('macAddress', ANOTHER_BOARD);
      requireSolarKind(meter.type, input.solarPanel);
      const change = changeOf(input, meter);
      await db.transaction().execute(async (within) => {
        const writes = createInstallationWrites(within);
        const { installationId, establishmentId, type } = meter;
        await writes.holdEstablishments([establishmentId]);
        if ((await writes.holdInstallation(installationId)) === null) throw new NotFound(GONE);
        await requireChosenTariff(within, input.tax, meter);
        if (input.isGeral)
          await requireOnlyGeneral(writes, { establishmentId, type, ignored: installationId });
        await writes.update(installationId, change);
        const changes = changesOf(meter, change);
        if (Object.keys(changes).length > 0)
          await audit.record(meterAuditEvent('meter-changed', { caller, meter }, changes), within);
      });
      await directory.settle([{ mac: meter.mac }]);
      return toInstallation(await directory.findInstalled(caller, id));
    },
    /** Ends an installation. Its readings stay, and its board becomes free. */
    async remove(caller: Actor, mac: Mac): Promise<void> {
      requirePermission(caller, 'remove-meter');
      const meter = await directory.findVisible(caller, mac);
      await db.transaction().execute(async (within) => {
        const writes = createInstallationWrites(within);
        await writes.holdBoards([meter.mac]);
        const held = await writes.holdInstallation(meter.installationId);
        if (held === null || held.mac !== meter.mac) throw new NotFound(GONE);
        await writes.close(held.id, new Date(Math.max(clock(), held.boardSince.getTime())));
        await audit.record(meterAuditEvent('meter-removed', { caller, meter }), within);
      });
      await directory.settle([{ mac: meter.mac }]);
    },
  };
};
