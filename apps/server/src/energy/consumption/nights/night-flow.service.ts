import type { BodyOf } from '@nascente/contract/base/call';
import type { judgeLeak, NightFlow } from '@nascente/contract/energy/water';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  civilHourAt,
  laterDay,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import { HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { cubicMetres, type Millilitres } from '@nascente/domain/base/units/volume';
import { judgeNights, type Leak, NIGHT_HOURS } from '@nascente/domain/energy/consumption/night-flow';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { AuditTrail } from '../../../people/audit/index.ts';
import type { Connection } from '../../../platform/database/open-database.ts';
import { Conflict, invalidField } from '../../../platform/errors.ts';
import type { Actor, Caller } from '../../../platform/http/caller.ts';
import { requirePermission } from '../../../platform/http/permission.ts';
import type { Meter, MeterDirectory } from '../../../sites/meters/index.ts';
import { inReais, type SubjectPrices } from '../prices/subject-prices.ts';
import type { ConsumptionReader } from '../reading/consumption-reader.ts';
import { createLeakVerdictsRepository } from './leak-verdicts.repository.ts';

/** The screen shows 30 nights; the nights before them give the usual flow. */
const NIGHTS = 60;
const HOURS_A_DAY = 24;

const OVER = 'Este aviso mudou com os dados das últimas noites. Atualize a página.';

const litres = (volume: Millilitres): number => volume / 1000;

export const createNightFlowService = (needs: {
  db: Connection;
  audit: Pick<AuditTrail, 'record'>;
  reader: ConsumptionReader;
  directory: MeterDirectory;
  prices: SubjectPrices;
  clock: () => Instant;
}) => {
  const { db, audit, reader, directory, prices, clock } = needs;

  const costOf = async (caller: Caller, meter: Meter, date: CivilDate, volume: Millilitres) => {
    const day = { date, inPoint: 0, interPoint: 0, outPoint: volume };
    return inReais((await prices.ofDays(caller, { meter, days: [day], isComplete: () => false })).total);
  };

  const toLeak = async (caller: Caller, meter: Meter, today: CivilDate, { since, flow, lost }: Leak) => {
    const perDay = (flow * HOURS_A_DAY) as Millilitres;
    const [costPerDay, cost] = await Promise.all([
      costOf(caller, meter, today, perDay),
      costOf(caller, meter, today, lost),
    ]);
    return {
      since,
      flow: litres(flow),
      perDay: cubicMetres(perDay),
      lost: cubicMetres(lost),
      costPerDay,
      cost,
    };
  };

  const verdictOf = async ({ installationId, zone }: Meter) => {
    const stored = await createLeakVerdictsRepository(db).newest(installationId);
    if (stored === null) return { stored, verdict: null };
    const { verdict, accepted, judgedAt } = stored;
    return { stored, verdict: { verdict, accepted, on: civilDateAt(instant(judgedAt.getTime()), zone) } };
  };

  const judged = async (meter: Meter) => {
    if (meter.kind !== 'water')
      throw invalidField('mac', 'A vazão noturna existe apenas para medidores de água.');
    const now = clock();
    const today = civilDateAt(now, meter.zone);
    const first = laterDay(addDays(today, -NIGHTS), civilDateAt(meter.installedAt, meter.zone));
    // The night of today counts after its last hour.
    const last = civilHourAt(now, meter.zone) >= NIGHT_HOURS.to ? today : addDays(today, -1);
    const days = last < first ? [] : await reader.inTotal(meter, { first, last, now });
    const elapsedHours = (now - startOfDay(last, meter.zone)) / HOUR_MS;
    const { stored, verdict } = await verdictOf(meter);
    return { today, stored, report: judgeNights(days, elapsedHours, verdict) };
  };

  const nightsOf = async (caller: Caller, meter: Meter): Promise<NightFlow> => {
    const { today, stored, report } = await judged(meter);
    const { nights, baseline, leak, continuous } = report;
    const measured = nights.flatMap(({ date, flow }) =>
      flow === null ? [] : [{ date, flow: litres(flow) }],
    );
    return {
      window: NIGHT_HOURS,
      baseline: baseline === null ? null : litres(baseline),
      latest: measured.at(-1) ?? null,
      nights: nights.map((night) => ({ ...night, flow: night.flow === null ? null : litres(night.flow) })),
      leak: leak === null ? null : await toLeak(caller, meter, today, leak),
      continuous: continuous === null ? null : await toLeak(caller, meter, today, continuous),
      verdict: stored && {
        verdict: stored.verdict,
        since: stored.since,
        at: stored.judgedAt.toISOString(),
        by: stored.by,
      },
    };
  };

  return {
    ofMeter: (caller: Caller, mac: Mac): Promise<NightFlow> =>
      directory.read(caller, 'see-consumption', mac, (meter) => nightsOf(caller, meter)),
    /** Stores a verdict for everyone who sees the meter. Throws Conflict if the leak is no longer reported. */
    async judge(caller: Actor, mac: Mac, said: BodyOf<typeof judgeLeak>): Promise<NightFlow> {
      requirePermission(caller, 'edit-meter');
      const meter = await directory.findVisible(caller, mac);
      const since = said.since;
      const { verdict } = said;
      const { stored, report } = await judged(meter);
      const loss = report.leak ?? report.continuous;
      if (loss?.since !== since) {
        // The same request was sent before; nothing is changed.
        if (stored?.since === since && stored.verdict === verdict) return nightsOf(caller, meter);
        throw new Conflict(OVER);
      }
      const usual = report.leak === null ? 0 : (report.baseline ?? 0);
      const accepted = (verdict === 'notALeak' ? loss.flow + Math.round(usual) : 0) as Millilitres;
      await db.transaction().execute(async (within) => {
        const judgedAt = new Date(clock());
        const saved = { since, verdict, accepted, judgedAt, accountId: caller.accountId };
        await createLeakVerdictsRepository(within).save(meter.installationId, saved);
        const detail = { mac: meter.mac, since, verdict };
        const event = { action: 'leak-judged', by: caller, subjectId: meter.ownerId } as const;
        await audit.record({ ...event, detail }, within);
      });
      return nightsOf(caller, meter);
    },
    async withdraw(caller: Actor, mac: Mac, since: CivilDate): Promise<NightFlow> {
      requirePermission(caller, 'edit-meter');
      const meter = await directory.findVisible(caller, mac);
      await db.transaction().execute(async (within) => {
        const wasThere = await createLeakVerdictsRepository(within).remove(meter.installationId, since);
        const detail = { mac: meter.mac, since };
        const event = { action: 'leak-verdict-withdrawn', by: caller, subjectId: meter.ownerId } as const;
        if (wasThere) await audit.record({ ...event, detail }, within);
      });
      return nightsOf(caller, meter);
    },
  };
};
