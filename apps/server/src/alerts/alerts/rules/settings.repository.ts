import { type AlertKind, KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import { type Opinions, taughtThreshold } from '@nascente/domain/alerts/thresholds';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/open-database.ts';

/** The settings of an alert kind at an establishment, as changed by users' opinions. */
interface KindInForce {
  readonly isOn: boolean;
  /** The limit in the unit of the kind. `null`: the kind has no limit, or the required limit is not entered. */
  readonly threshold: number | null;
  readonly day: CivilDate | null;
  readonly opinions: Opinions;
}

export type Tuning = (establishmentId: string, kind: AlertKind) => KindInForce;

const NO_OPINIONS: Opinions = { helpful: 0, unhelpful: 0 };

const kindInForce = (kind: AlertKind, chosen: KindSetting | undefined, opinions: Opinions): KindInForce => {
  const { threshold } = KINDS_OF_ALERT[kind];
  return {
    isOn: chosen?.isOn ?? true,
    threshold: threshold && taughtThreshold(threshold, chosen?.threshold ?? null, opinions),
    day: chosen?.day ?? null,
    opinions,
  };
};

export const readTuning = async (db: Connection, establishmentId: string | null = null): Promise<Tuning> => {
  const repository = createSettingsRepository(db);
  const [settings, opinions] = await Promise.all([
    repository.settings(establishmentId),
    repository.opinions(establishmentId),
  ]);
  const key = (establishment: string, kind: string) => `${establishment} ${kind}`;
  const chosen = new Map(settings.map((one) => [key(one.establishmentId, one.kind), one]));
  const said = new Map(opinions.map((one) => [key(one.establishmentId, one.kind), one]));
  return (establishment, kind) =>
    kindInForce(
      kind,
      chosen.get(key(establishment, kind)),
      said.get(key(establishment, kind)) ?? NO_OPINIONS,
    );
};

interface KindSetting {
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
  /** Settings of one establishment, or of all (`null`). */
  async settings(establishmentId: string | null): Promise<readonly KindSetting[]> {
    const { rows } = await sql<KindSetting>`
      select establishment_id as "establishmentId", kind, is_on as "isOn", threshold, day from alert_setting
      where ${establishmentId}::uuid is null or establishment_id = ${establishmentId}::uuid`.execute(db);
    return rows;
  },
  /** Opinions on alerts of the last 180 days. */
  async opinions(establishmentId: string | null): Promise<readonly KindOpinions[]> {
    const { rows } = await sql<KindOpinions>`
      select a.establishment_id as "establishmentId", a.kind, count(*) filter (where o.is_helpful)::int as helpful,
        count(*) filter (where not o.is_helpful)::int as unhelpful
      from alert_opinion o join alert a on a.id = o.alert_id
      where o.is_helpful is not null and a.notified_at > now() - interval '180 days'
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
