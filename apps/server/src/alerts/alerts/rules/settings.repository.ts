import type { AlertKind } from '@nascente/contract/alerts/alert-kinds';
import type { Opinions } from '@nascente/domain/alerts/thresholds';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/open-database.ts';

/** How one establishment wants a kind. */
export interface KindSetting {
  readonly establishmentId: string;
  readonly kind: AlertKind;
  readonly isOn: boolean;
  readonly threshold: number | null;
  readonly day: CivilDate | null;
}

interface KindOpinions extends Opinions {
  readonly establishmentId: string;
  readonly kind: AlertKind;
}

export const createSettingsRepository = (db: Connection) => ({
  /** The settings of one establishment; with null, of all that have chosen something. */
  async settings(establishmentId: string | null): Promise<readonly KindSetting[]> {
    const { rows } = await sql<KindSetting>`
      select establishment_id as "establishmentId", kind, is_on as "isOn", threshold, day from alert_setting
      where ${establishmentId}::uuid is null or establishment_id = ${establishmentId}::uuid`.execute(db);
    return rows;
  },
  /** What people said of alerts of the last half year. */
  async opinions(establishmentId: string | null): Promise<readonly KindOpinions[]> {
    const { rows } = await sql<KindOpinions>`
      select a.establishment_id as "establishmentId", a.kind, count(*) filter (where o.is_helpful)::int as helpful,
        count(*) filter (where not o.is_helpful)::int as unhelpful
      from alert_opinion o join alert a on a.id = o.alert_id
      where o.is_helpful is not null and a.told_at > now() - interval '180 days'
        and (${establishmentId}::uuid is null or a.establishment_id = ${establishmentId}::uuid)
      group by a.establishment_id, a.kind`.execute(db);
    return rows;
  },
  async save({ establishmentId, kind, isOn, threshold, day }: KindSetting): Promise<void> {
    const chosen = { is_on: isOn, threshold, day };
    await db
      .insertInto('alert_setting')
      .values({ ...chosen, establishment_id: establishmentId, kind })
      .onConflict((conflict) => conflict.columns(['establishment_id', 'kind']).doUpdateSet(chosen))
      .execute();
  },
});
