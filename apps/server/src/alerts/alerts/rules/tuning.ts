import { type AlertKind, KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import { type Opinions, taughtThreshold } from '@nascente/domain/alerts/thresholds';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Connection } from '../../../platform/database/open-database.ts';
import { createSettingsRepository, type KindSetting } from './settings.repository.ts';

/** How a kind is told of one establishment: as it has chosen, moved by what people said of its alerts. */
interface KindInForce {
  readonly isOn: boolean;
  /** In the unit of its kind; null: it has none, or tells nothing without one that was chosen. */
  readonly threshold: number | null;
  readonly day: CivilDate | null;
  readonly opinions: Opinions;
}

export type Tuning = (establishmentId: string, kind: AlertKind) => KindInForce;

const SAID_NOTHING: Opinions = { helpful: 0, unhelpful: 0 };

const kindInForce = (kind: AlertKind, chosen: KindSetting | undefined, opinions: Opinions): KindInForce => {
  const { threshold } = KINDS_OF_ALERT[kind];
  return {
    isOn: chosen?.isOn ?? true,
    threshold: threshold && taughtThreshold(threshold, chosen?.threshold ?? null, opinions),
    day: chosen?.day ?? null,
    opinions,
  };
};

/** What is in force at this moment, of one establishment or of all. */
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
      said.get(key(establishment, kind)) ?? SAID_NOTHING,
    );
};
