import type { Instant } from '@nascente/domain/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { BoardType } from './meter.ts';
import type { Viewer } from './visibility.ts';

export interface NewInstallation {
  readonly establishmentId: string;
  readonly mac: string;
  readonly name: string;
  readonly comment: string;
  readonly isGeneral: boolean;
  readonly hasSolarPanel: boolean;
  readonly voltage: 110 | 220;
  readonly tariffId: string | null;
  readonly installedAt: Instant;
}

export interface InstallationsRepository {
  /** Whether this place is the viewer's to install at; for a client user none is. */
  isPlaceOf(viewer: Viewer, establishmentId: string): Promise<boolean>;
  tariffType(tariffId: string): Promise<BoardType | null>;
  /**
   * It begins no earlier than the board's last removal: what the board measured before is another installation's.
   * @returns its id; null when the board is in use.
   */
  insert(installation: NewInstallation): Promise<number | null>;
}

export const createInstallationsRepository = (db: Connection): InstallationsRepository => ({
  async isPlaceOf({ accountId, scope }, establishmentId) {
    if (scope === 'given') return false;
    const place = db.selectFrom('establishment as e').where('e.id', '=', establishmentId).select('e.id');
    const clients = db.selectFrom('account').where('manager_id', '=', accountId).select('id');
    const isOwn = place.where((e) =>
      scope === 'own'
        ? e('e.owner_id', '=', accountId)
        : e.or([e('e.owner_id', '=', accountId), e('e.owner_id', 'in', clients)]),
    );
    return (await (scope === 'all' ? place : isOwn).executeTakeFirst()) !== undefined;
  },
  async tariffType(tariffId) {
    const row = await db.selectFrom('tariff').where('id', '=', tariffId).select('type').executeTakeFirst();
    return row?.type ?? null;
  },
  async insert(installation) {
    const given = new Date(installation.installedAt);
    const row = await db
      .insertInto('installation')
      .values({
        establishment_id: installation.establishmentId,
        mac: installation.mac,
        name: installation.name,
        comment: installation.comment,
        is_general: installation.isGeneral,
        solar_panel: installation.hasSolarPanel,
        voltage: installation.voltage,
        tariff_id: installation.tariffId,
        installed_at: sql`greatest(${given}::timestamptz,
          (select max(removed_at) from installation where mac = ${installation.mac}))`,
      })
      .onConflict((conflict) => conflict.column('mac').where('removed_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
  },
});
