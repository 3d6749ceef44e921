import type { AlertRule, AlertRuleTarget, AlertRuleTerms } from '@nascente/contract/alerts/alert-rules';
import { intervalDays, triedSentence } from '@nascente/domain/alerts/own-rule-texts';
import { isRuleLevel, reportedIntervals, ruleIntervals } from '@nascente/domain/alerts/own-rules';
import { addDays, civilDateAt, startOfDay } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail, NewAuditEvent } from '../../../people/audit/index.ts';
import { holdAccount } from '../../../platform/database/account-conditions.ts';
import type { Connection } from '../../../platform/database/open-database.ts';
import { LimitReached, NotFound, refuseField } from '../../../platform/errors.ts';
import type { Actor, Caller } from '../../../platform/http/caller.ts';
import { requirePermission } from '../../../platform/http/permission.ts';
import { viewerOf } from '../../../sites/meters/index.ts';
import type { MeterDays, MeterFrames } from '../../../telemetry/series/index.ts';
import { pastSamples, taughtTerms } from './own-rules.ts';
import { createRulesRepository, type OwnRule, type RuleTarget } from './rules.repository.ts';

type RuleInput = Pick<AlertRule, 'name' | 'severity'> & { readonly terms: AlertRuleTerms };

export type AlertRulesService = ReturnType<typeof createAlertRules>;

const MAXIMUM = 200;
const TRIED_DAYS = 90;
/** A rule of levels is tried on fewer days, since it reads every frame. */
const TRIED_LEVEL_DAYS = 30;
const NOT_FOUND = 'Regra não encontrada.';
const NO_TARGET = 'Não encontramos este medidor, estabelecimento ou grupo entre os seus.';
const TOO_MANY = `São no máximo ${MAXIMUM} regras. Remova uma que você não usa mais.`;
const NO_METERS = 'Nenhum medidor do que você escolheu mede isso. Escolha outro medidor ou outra grandeza.';
const NO_LIMIT = 'Informe um limite maior que zero.';
const NO_SHARE = 'O fator de potência vai de 0 a 1: informe um limite como 0,92.';

/** Throws InvalidInput if the fields of the terms contradict each other. */
const checkTerms = ({ quantity, test, limit }: AlertRuleTerms): void => {
  if (test !== 'absence' && limit === 0 && test !== 'above') refuseField('terms.limit', NO_LIMIT);
  const isLevel = test === 'above' || test === 'below';
  if (quantity === 'power-factor' && isLevel && limit > 1) refuseField('terms.limit', NO_SHARE);
};

const toAnswer = (rule: OwnRule): AlertRule => ({
  _id: rule.id,
  name: rule.name,
  severity: rule.severity,
  terms: {
    ...rule.terms,
    hours: rule.terms.hours && { ...rule.terms.hours, days: [...rule.terms.hours.days] },
  },
  target: rule.target,
  isOn: rule.isOn,
  opinions: rule.opinions,
  limitInForce: taughtTerms(rule).limit,
});

const textOf = (at: Instant | null): string | null => at && new Date(at).toISOString();

export const createAlertRules = (needs: {
  db: Connection;
  days: Pick<MeterDays, 'read' | 'estimated'>;
  frames: Pick<MeterFrames, 'read'>;
  audit: Pick<AuditTrail, 'record'>;
  clock: () => Instant;
}) => {
  const { db, days, frames, audit, clock } = needs;
  const rules = createRulesRepository(db);
  const targetOf = async (caller: Caller, target: AlertRuleTarget): Promise<RuleTarget> => {
    const found = await rules.target(viewerOf(caller), target);
    if (found === null) throw new NotFound(NO_TARGET);
    return found;
  };
  const metersOf = async (target: RuleTarget, { quantity }: AlertRuleTerms) =>
    (await rules.meters(target, quantity === 'water')) ?? refuseField('target', NO_METERS);
  const own = async (caller: Caller, id: string): Promise<OwnRule> => {
    const found = (await rules.list(viewerOf(caller))).find((rule) => rule.id === id);
    if (found === undefined) throw new NotFound(NOT_FOUND);
    return found;
  };
  const record = (
    caller: Actor,
    action: NewAuditEvent['action'],
    detail: { name: string; edited?: string },
    within: Connection,
  ) => audit.record({ action, by: caller, subjectId: caller.accountId, detail }, within);
  return {
    async list(caller: Caller): Promise<AlertRule[]> {
      requirePermission(caller, 'see-alerts');
      return (await rules.list(viewerOf(caller))).map(toAnswer);
    },
    /** Throws NotFound if the caller may not change the target. */
    async add(
      caller: Actor,
      { target: requested, ...rule }: RuleInput & { readonly target: AlertRuleTarget },
    ): Promise<void> {
      requirePermission(caller, 'edit-alert-rules');
      const target = await targetOf(caller, requested);
      checkTerms(rule.terms);
      await metersOf(target, rule.terms);
      await db.transaction().execute(async (within) => {
        const held = createRulesRepository(within);
        await holdAccount(within, target.ownerId);
        if ((await held.count(target.ownerId)) >= MAXIMUM) throw new LimitReached(TOO_MANY);
        await held.add({ ...rule, ...target }, new Date(clock()));
        await record(caller, 'alert-rule-added', { name: rule.name }, within);
      });
    },
    async edit(caller: Actor, id: string, rule: RuleInput & { readonly isOn: boolean }): Promise<void> {
      requirePermission(caller, 'edit-alert-rules');
      await own(caller, id);
      checkTerms(rule.terms);
      await db.transaction().execute(async (within) => {
        await createRulesRepository(within).edit(id, rule, new Date(clock()));
        await record(caller, 'alert-rule-changed', { name: rule.name, edited: id }, within);
      });
    },
    async remove(caller: Actor, id: string): Promise<void> {
      requirePermission(caller, 'edit-alert-rules');
      const { name } = await own(caller, id);
      await db.transaction().execute(async (within) => {
        await createRulesRepository(within).remove(id);
        await record(caller, 'alert-rule-removed', { name }, within);
      });
    },
    /** The alerts that a rule would have opened in the past. */
    async tried(
      caller: Caller,
      { terms, target: requested }: { readonly terms: AlertRuleTerms; readonly target: AlertRuleTarget },
    ) {
      requirePermission(caller, 'edit-alert-rules');
      const target = await targetOf(caller, requested);
      checkTerms(terms);
      const { installations, zone } = await metersOf(target, terms);
      const now = clock();
      const max = isRuleLevel(terms.quantity) ? TRIED_LEVEL_DAYS : TRIED_DAYS;
      const first = startOfDay(addDays(civilDateAt(now, zone), 1 - max), zone);
      const samples = await pastSamples({ days, frames }, { installations, zone, terms }, { first, now });
      const seen = samples.filter(({ start, value }) => start >= first && value !== null);
      const measured = new Set(seen.map(({ start }) => civilDateAt(start, zone))).size;
      // Time before the first reading does not count as missing.
      const from = seen[0]?.start ?? now;
      const alertIntervals = reportedIntervals(ruleIntervals(terms, samples, { from, zone }), terms.test);
      return {
        sentence: triedSentence(alertIntervals.length, intervalDays(alertIntervals, zone), measured),
        days: measured,
        times: alertIntervals.length,
        intervals: alertIntervals.map(({ since, until, worst }) => ({
          since: new Date(since).toISOString(),
          until: textOf(until),
          worst: worst?.value ?? null,
        })),
      };
    },
  };
};
