import { ALERT_KINDS, type AlertKind, KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { AlertSetting, saveAlertSetting } from '@nascente/contract/alerts/alert-rules';
import type { BodyOf } from '@nascente/contract/base/call';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { AuditTrail } from '../../../people/audit/index.ts';
import type { Connection } from '../../../platform/database/open-database.ts';
import { invalidField, NotFound } from '../../../platform/errors.ts';
import type { Actor, Caller } from '../../../platform/http/caller.ts';
import { requirePermission } from '../../../platform/http/permission.ts';
import { viewerOf } from '../../../sites/meters/index.ts';
import { createRulesRepository } from './rules.repository.ts';
import { createSettingsRepository, readTuning } from './settings.repository.ts';

export type AlertSettingsService = ReturnType<typeof createAlertSettings>;

const NOT_FOUND = 'Estabelecimento não encontrado.';
const NO_SHARE = 'O fator de potência vai de 0 a 1: informe um limite como 0,92.';
const ABOVE_ALL = 'Informe no máximo 100: com mais, o aviso chegaria todos os dias.';

/** Throws InvalidInput for a ratio above 1, or a lower limit above 100 %. */
const checkThreshold = (kind: AlertKind, chosen: number | null): void => {
  const { threshold } = KINDS_OF_ALERT[kind];
  if (threshold === null || chosen === null) return;
  const refuse = (msg: string): never => {
    throw invalidField('threshold', msg);
  };
  if (threshold.unit === 'ratio' && chosen > 1) refuse(NO_SHARE);
  if (threshold.unit === '%' && threshold.tells === 'below' && chosen > 100) refuse(ABOVE_ALL);
};

export const createAlertSettings = (needs: { db: Connection; audit: Pick<AuditTrail, 'record'> }) => {
  const { db, audit } = needs;
  const check = async (caller: Caller, id: string): Promise<void> => {
    const found = await createRulesRepository(db).target(viewerOf(caller), { kind: 'establishment', id });
    if (found === null) throw new NotFound(NOT_FOUND);
  };
  return {
    /** Throws NotFound if the caller may not change the establishment. */
    async list(caller: Caller, establishmentId: string): Promise<AlertSetting[]> {
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
    async save(
      caller: Actor,
      establishmentId: string,
      { kind, isOn, threshold, day }: BodyOf<typeof saveAlertSetting>,
    ): Promise<void> {
      requirePermission(caller, 'edit-alert-rules');
      await check(caller, establishmentId);
      checkThreshold(kind, threshold);
      await db.transaction().execute(async (within) => {
        const setting = { establishmentId, kind, isOn, threshold, day: day as CivilDate | null };
        await createSettingsRepository(within).save(setting);
        await audit.record(
          {
            action: 'alert-setting-changed',
            by: caller,
            subjectId: caller.accountId,
            detail: { kind: KINDS_OF_ALERT[kind].label, edited: `${establishmentId} ${kind}` },
          },
          within,
        );
      });
    },
  };
};
