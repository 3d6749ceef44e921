import type { AlertSetting } from '@nascente/contract/alert-rules';
import { ALERT_KINDS, type AlertKind } from '@nascente/domain/alerts/alert-kinds';
import { ALERT_KIND_WORDS } from '@nascente/domain/alerts/alert-words';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import type { Connection } from '../../../platform/database/open-database.ts';
import { NotFound } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { requirePermission } from '../../../platform/http/permission.ts';
import type { AuditTrail, NewAuditEvent } from '../../audit/index.ts';
import { viewerOf } from '../../meters/index.ts';
import { createRulesRepository } from './rules.repository.ts';
import { createSettingsRepository } from './settings.repository.ts';
import { readTuning } from './tuning.ts';

interface GivenSetting {
  readonly kind: AlertKind;
  readonly isOn: boolean;
  readonly threshold: number | null;
  readonly day: string | null;
}

export interface AlertSettingsService {
  /** Throws NotFound where the caller may not change the establishment. */
  list(caller: Caller, establishmentId: string): Promise<AlertSetting[]>;
  save(
    caller: Caller,
    establishmentId: string,
    given: GivenSetting,
    device: NewAuditEvent['device'],
  ): Promise<void>;
}

const NOT_FOUND = 'Estabelecimento não encontrado.';

export const createAlertSettings = (needs: {
  db: Connection;
  audit: Pick<AuditTrail, 'record'>;
}): AlertSettingsService => {
  const { db, audit } = needs;
  const check = async (caller: Caller, id: string): Promise<void> => {
    const found = await createRulesRepository(db).target(viewerOf(caller), { kind: 'establishment', id });
    if (found === null) throw new NotFound(NOT_FOUND);
  };
  return {
    async list(caller, establishmentId) {
      requirePermission(caller, 'edit-alert-rules');
      await check(caller, establishmentId);
      const [tuning, settings] = await Promise.all([
        readTuning(db, establishmentId),
        createSettingsRepository(db).settings(establishmentId),
      ]);
      return ALERT_KINDS.filter((kind) => kind !== 'own').map((kind) => {
        const { isOn, day, opinions, threshold } = tuning(establishmentId, kind);
        const { helpful, unhelpful } = opinions;
        const chosen = settings.find((one) => one.kind === kind)?.threshold ?? null;
        return { kind, isOn, threshold: chosen, day, opinions: { helpful, unhelpful }, inForce: threshold };
      });
    },
    async save(caller, establishmentId, { kind, isOn, threshold, day }, device) {
      requirePermission(caller, 'edit-alert-rules');
      await check(caller, establishmentId);
      await db.transaction().execute(async (within) => {
        const setting = { establishmentId, kind, isOn, threshold, day: day as CivilDate | null };
        await createSettingsRepository(within).save(setting);
        await audit.record(
          {
            action: 'alert-setting-changed',
            actorId: caller.accountId,
            subjectId: caller.accountId,
            device,
            detail: { kind: ALERT_KIND_WORDS[kind] },
          },
          within,
        );
      });
    },
  };
};
