import type { BodyOf } from '@nascente/contract/base/call';
import type {
  ContinuityAnswer,
  ContinuityLimitsJson,
  judgeOutage,
  OutageAnswer,
} from '@nascente/contract/telemetry/continuity';
import { startOfDay } from '@nascente/domain/base/time/civil-day';
import { addMonths, type CivilMonth, firstDayOf, lastDayOf } from '@nascente/domain/base/time/civil-month';
import { DAY_MS, type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import {
  type ContinuityLimits,
  compensationFactors,
  continuityOf,
  isCountedOutage,
  outageHours,
} from '@nascente/domain/telemetry/continuity/continuity-indicators';
import { claimText, evidenceText } from '@nascente/domain/telemetry/continuity/outage-texts';
import type { Outage } from '@nascente/domain/telemetry/continuity/site-outages';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { invalidField } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import { createContinuityRepository, SHIFT_MS, type StoredVerdict } from './continuity.repository.ts';
import type { OutageReader } from './outage-reader.ts';

const NO_LIMITS: ContinuityLimits = {
  isUrban: true,
  dic: null,
  fic: null,
  dmic: null,
  dicri: null,
  dicQuarter: null,
  ficQuarter: null,
  dicYear: null,
  ficYear: null,
  monthlyCharge: null,
  factor: null,
};
const MONTHS_OF_QUARTER = 3;
/** Longer than any outage that an answer has. */
const MAX_OUTAGE_MS = 62 * DAY_MS;

const startOf = (month: CivilMonth, zone: Zone): Instant => startOfDay(firstDayOf(month), zone);

/** A period with limits of its own, from its first month on. */
interface LongerPeriod {
  readonly period: 'quarter' | 'year';
  readonly first: CivilMonth;
  readonly dic: number | null;
  readonly fic: number | null;
}

/** The periods around a month for which limits are entered, the longest first. */
const longerPeriods = (month: CivilMonth, limits: ContinuityLimits): readonly LongerPeriod[] => {
  const { dicQuarter, ficQuarter, dicYear, ficYear } = limits;
  const ofYear = Number(month.slice(5)) - 1;
  const periods: readonly LongerPeriod[] = [
    { period: 'year', first: addMonths(month, -ofYear), dic: dicYear, fic: ficYear },
    {
      period: 'quarter',
      first: addMonths(month, -(ofYear % MONTHS_OF_QUARTER)),
      dic: dicQuarter,
      fic: ficQuarter,
    },
  ];
  return periods.filter(({ dic, fic }) => dic !== null || fic !== null);
};

interface FoundOutage extends Outage {
  readonly verdict: StoredVerdict['verdict'] | null;
  readonly by: string | null;
}

/** Assigns each verdict to the outage of its meters that begins nearest to it. */
const withVerdicts = (outages: readonly Outage[], verdicts: readonly StoredVerdict[]): FoundOutage[] => {
  const statedOf = new Map<Outage, StoredVerdict>();
  for (const stated of verdicts) {
    const distance = ({ from }: Outage): number => Math.abs(from - stated.from);
    const [nearest] = outages
      .filter(
        (outage) =>
          distance(outage) <= SHIFT_MS && outage.meters.some((id) => stated.installations.includes(id)),
      )
      .toSorted((one, other) => distance(one) - distance(other));
    if (nearest !== undefined) statedOf.set(nearest, stated);
  }
  return outages.map((outage) => {
    const stated = statedOf.get(outage);
    return { ...outage, verdict: stated?.verdict ?? null, by: stated?.by ?? null };
  });
};

const toAnswer = (outage: FoundOutage, meters: readonly Meter[]): OutageAnswer => ({
  start: new Date(outage.from).toISOString(),
  end: outage.to === null ? null : new Date(outage.to).toISOString(),
  hours: outageHours(outage),
  kind: outage.kind,
  evidence: evidenceText(outage),
  isCounted: isCountedOutage(outage),
  phases: [...outage.phases],
  meters: meters
    .filter(({ installationId }) => outage.meters.includes(installationId))
    .map(({ mac, name }) => ({ macAddress: mac, name })),
  verdict: outage.verdict,
  by: outage.by,
});

export const createContinuityService = (needs: {
  db: Connection;
  clock: Platform['clock'];
  audit: AuditTrail;
  establishments: Pick<EstablishmentsService, 'findVisible'>;
  directory: Pick<MeterDirectory, 'visibleAt'>;
  outages: OutageReader;
}) => {
  const { db, clock, audit, establishments, directory, outages } = needs;
  const stored = createContinuityRepository(db);

  /** Changes something of an establishment and records it. */
  const change = async (
    caller: Actor,
    id: string,
    action: 'continuity-limits-saved' | 'outage-judged',
    detailOf: (zone: Zone) => Readonly<Record<string, string>>,
    write: (repository: ReturnType<typeof createContinuityRepository>) => Promise<void>,
  ): Promise<void> => {
    requirePermission(caller, 'edit-establishment');
    const { id: establishmentId, name, ownerId, zone } = await establishments.findVisible(caller, id);
    const detail = { establishment: name, edited: establishmentId, ...detailOf(zone) };
    await db.transaction().execute(async (within) => {
      await write(createContinuityRepository(within));
      await audit.record({ action, by: caller, subjectId: ownerId, detail }, within);
    });
  };

  return {
    async read(caller: Caller, id: string, month: CivilMonth): Promise<ContinuityAnswer> {
      requirePermission(caller, 'see-readings');
      const establishment = await establishments.findVisible(caller, id);
      const { id: establishmentId, zone } = establishment;
      const [visible, entered, electric] = await Promise.all([
        directory.visibleAt(caller, establishmentId),
        stored.limits(establishmentId),
        stored.countElectric(establishmentId),
      ]);
      const meters = visible.filter(({ type }) => type === 'eletric');
      const hasAllMeters = meters.length === electric;
      // Amounts of the bill are for who sees all of its meters.
      const limits = entered && (hasAllMeters ? entered : { ...entered, monthlyCharge: null });
      const { setName, ...applied } = limits ?? { ...NO_LIMITS, setName: null };
      const periods = longerPeriods(month, applied);
      const [from, to] = [startOf(periods[0]?.first ?? month, zone), startOf(addMonths(month, 1), zone)];
      const [found, verdicts] = await Promise.all([
        outages.read(establishmentId, meters, { from, to }),
        stored.verdicts(establishmentId, from, to),
      ]);
      const judged = withVerdicts(found.outages, verdicts);
      const since = (first: CivilMonth) => judged.filter((outage) => outage.from >= startOf(first, zone));
      const factors = compensationFactors(lastDayOf(month));
      const factor = establishment.tariffGroup === 'A' ? factors.medium : factors.low;
      const sumsOf = (period: LongerPeriod['period']) => {
        const sought = periods.find((one) => one.period === period);
        if (sought === undefined) return null;
        const { first, dic, fic } = sought;
        const sums = continuityOf(since(first), { ...NO_LIMITS, dic, fic }, factor);
        return { dic: sums.dic, fic: sums.fic };
      };
      const ofMonth = since(month);
      const continuity = continuityOf(ofMonth, applied, factor);
      const { consumerUnit, corporateName, name } = establishment;
      const facts = { establishment: corporateName ?? name, consumerUnit, setName, month, zone };
      return {
        month,
        outages: ofMonth.map((outage) => toAnswer(outage, meters)),
        ...continuity,
        quarter: sumsOf('quarter'),
        year: sumsOf('year'),
        limits,
        factor: { value: factor, source: factors.source, isConfirmed: factors.isConfirmed },
        hasAllMeters,
        unread: found.unread.map((meter) => meter.name),
        hasReadings: found.read.some((part) => part.from < to && part.to > startOf(month, zone)),
        claim: claimText({ ...facts, outages: ofMonth, continuity }),
      };
    },
    async saveLimits(caller: Actor, id: string, limits: ContinuityLimitsJson): Promise<void> {
      const set = limits.setName === null ? {} : { set: limits.setName };
      await change(
        caller,
        id,
        'continuity-limits-saved',
        () => set,
        (repository) => repository.saveLimits(id, limits),
      );
    },
    /** Throws InvalidInput for an interval of no outage. */
    async judge(
      caller: Actor,
      id: string,
      { start, end, meters, verdict }: BodyOf<typeof judgeOutage>,
    ): Promise<void> {
      if (end < start) throw invalidField('end', 'O fim deve vir depois do início.');
      if (end - start > MAX_OUTAGE_MS)
        throw invalidField('end', 'Informe o início e o fim de uma interrupção: o período é longo demais.');
      const [from, to] = [instant(start), instant(end)];
      requirePermission(caller, 'edit-establishment');
      const { id: establishmentId } = await establishments.findVisible(caller, id);
      const visible = await directory.visibleAt(caller, establishmentId);
      const installations = visible
        .filter(({ mac }) => meters.includes(mac))
        .map(({ installationId }) => installationId);
      if (installations.length === 0) throw invalidField('meters', 'Escolha os medidores da interrupção.');
      await change(
        caller,
        id,
        'outage-judged',
        (zone) => ({ since: formatDateTime(from, zone), ...(verdict !== null && { verdict }) }),
        (repository) =>
          verdict === null
            ? repository.withdraw(id, { from, installations })
            : repository.judge(id, {
                from,
                to,
                installations,
                verdict,
                accountId: caller.accountId,
                judgedAt: new Date(clock()),
              }),
      );
    },
  };
};
