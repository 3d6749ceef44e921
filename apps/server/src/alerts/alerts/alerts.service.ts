import type { AlertKind } from '@nascente/contract/alerts/alert-kinds';
import type { Alert, AlertCurve } from '@nascente/contract/alerts/alerts';
import { isId } from '@nascente/contract/base/conventions';
import { DAY_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { invalidField, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { viewerOf } from '../../sites/meters/index.ts';
import type { createAlertCurve } from './alert-curve.ts';
import { createOpinionsRepository } from './incidents/incidents.repository.ts';
import { type SeenAlert, type SeenAlertsRepository, toAlert } from './incidents/seen-alerts.repository.ts';

interface Requested {
  readonly state: 'open' | 'past';
  readonly kind?: AlertKind | undefined;
  readonly establishment?: string | undefined;
  readonly limit: number;
  readonly skip: number;
}

export type AlertsService = ReturnType<typeof createAlertsService>;

const NOT_FOUND = 'Aviso não encontrado.';
const MAX_MUTE_MS = 366 * DAY_MS;
const WRONG_MUTE = 'Escolha um momento entre agora e daqui a um ano.';

export const createAlertsService = (needs: {
  db: Connection;
  alerts: SeenAlertsRepository;
  audit: Pick<AuditTrail, 'record'>;
  curveOf: ReturnType<typeof createAlertCurve>;
  clock: () => Instant;
}) => {
  const { db, alerts, audit, curveOf, clock } = needs;
  const find = async (caller: Caller, id: string): Promise<SeenAlert> => {
    const found = isId(id) ? await alerts.find(viewerOf(caller), id) : null;
    if (found === null) throw new NotFound(NOT_FOUND);
    return found;
  };
  const read = async (caller: Caller, id: string) => toAlert(await find(caller, id));
  return {
    async list(
      caller: Caller,
      { state, kind, establishment, limit, skip }: Requested,
    ): Promise<{ alerts: Alert[]; total: number }> {
      requirePermission(caller, 'see-alerts');
      if (establishment !== undefined && !isId(establishment)) return { alerts: [], total: 0 };
      const page = await alerts.list(viewerOf(caller), {
        state,
        kind: kind ?? null,
        establishment: establishment ?? null,
        limit,
        skip,
      });
      return { alerts: page.alerts.map(toAlert), total: page.total };
    },
    async count(caller: Caller): Promise<{ open: number; waiting: number }> {
      requirePermission(caller, 'see-alerts');
      return alerts.count(viewerOf(caller), new Date(clock()));
    },
    /** Throws NotFound if the alert does not exist or concerns meters that the caller may not see. */
    async read(caller: Caller, id: string): Promise<Alert> {
      requirePermission(caller, 'see-alerts');
      return read(caller, id);
    },
    /** Interval data around the alert, of its meters that the caller may see; `null` for an alert without a curve. */
    async curve(caller: Caller, id: string): Promise<AlertCurve | null> {
      requirePermission(caller, 'see-alerts');
      const found = await find(caller, id);
      const meters = await alerts.metersOf(viewerOf(caller), id);
      return curveOf(found, meters);
    },
    async acknowledge(caller: Actor, id: string, isTakenCareOf: boolean): Promise<Alert> {
      requirePermission(caller, 'acknowledge-alerts');
      const { kind, establishmentName, acknowledgedAt } = await find(caller, id);
      // The alert already has this state, for example after a double click or in a second tab.
      if ((acknowledgedAt !== null) === isTakenCareOf) return read(caller, id);
      await db.transaction().execute(async (within) => {
        const who = isTakenCareOf ? { accountId: caller.accountId, at: new Date(clock()) } : null;
        await createOpinionsRepository(within).acknowledge(id, who);
        await audit.record(
          {
            action: isTakenCareOf ? 'alert-acknowledged' : 'alert-reopened',
            by: caller,
            subjectId: caller.accountId,
            detail: { kind, establishment: establishmentName },
          },
          within,
        );
      });
      return read(caller, id);
    },
    async mute(caller: Caller, id: string, until: number | null): Promise<Alert> {
      requirePermission(caller, 'mute-alerts');
      await find(caller, id);
      const now = clock();
      if (until !== null && (until <= now || until > now + MAX_MUTE_MS))
        throw invalidField('until', WRONG_MUTE);
      await createOpinionsRepository(db).mute(id, caller.accountId, until === null ? null : new Date(until));
      return read(caller, id);
    },
    async judge(caller: Caller, id: string, isHelpful: boolean | null): Promise<Alert> {
      requirePermission(caller, 'mute-alerts');
      await find(caller, id);
      await createOpinionsRepository(db).judge(id, caller.accountId, isHelpful);
      return read(caller, id);
    },
  };
};
