import type { BoardKind } from '@nascente/domain/metering/frame';
import { type Instant, instant, type Zone } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Viewer } from '../meters/index.ts';
import type { MeteredPlace } from './consumption-reader.ts';

export interface MeasuredPart extends MeteredPlace {
  readonly isGeneral: boolean;
  readonly removedAt: Instant | null;
}

export interface EmissionsRepository {
  /** The electric meters of an establishment, also those removed since; of a client user only those given to it. */
  electricMeters(viewer: Viewer, establishmentId: string, zone: Zone): Promise<readonly MeasuredPart[]>;
}

export const createEmissionsRepository = (db: Connection): EmissionsRepository => ({
  async electricMeters({ accountId, scope }, establishmentId, zone) {
    const all = db
      .selectFrom('installation as i')
      .innerJoin('board as b', 'b.mac', 'i.mac')
      .where('i.establishment_id', '=', establishmentId)
      .where('b.type', '=', 'eletric')
      .select(['i.id', 'b.model', 'i.is_general', 'i.installed_at', 'i.removed_at']);
    const given = db.selectFrom('meter_access').where('account_id', '=', accountId).select('installation_id');
    const rows = await (scope === 'given' ? all.where('i.id', 'in', given) : all).execute();
    return rows.map((row) => ({
      installationId: row.id,
      kind: row.model satisfies BoardKind,
      zone,
      installedAt: instant(row.installed_at.getTime()),
      isGeneral: row.is_general,
      removedAt: row.removed_at === null ? null : instant(row.removed_at.getTime()),
    }));
  },
});
