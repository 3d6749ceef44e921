import { badPhases, badVoltage, type TenMinutes } from '@nascente/domain/alerts/supply';
import { type Instant, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Tuning } from '../rules/settings.repository.ts';
import { type AlertFinding, type Found, meterFinding } from './alert-finding.ts';
import {
  instantOf,
  type JudgedMeter,
  type JudgedRepository,
  type TenMinutesRow,
} from './watched-meters.repository.ts';

const TEN_MS = 10 * MINUTE_MS;
const LOOKED_BACK_MS = 60 * MINUTE_MS;
const PERCENT = 100;
/** Reading one hour of this many meters takes less than a second. */
const METERS_PER_QUERY = 100;
/** Within this time after reconnecting, a board may still send stored messages. */
const DRAINED_MS = 60 * MINUTE_MS;
const RECENT_MS = 15 * MINUTE_MS;

interface Needs {
  readonly judged: Pick<JudgedRepository, 'tenMinutes' | 'clocks'>;
  readonly meters: readonly JudgedMeter[];
  readonly tuning: Tuning;
}

const voltageFinding = (meter: JudgedMeter, intervals: readonly TenMinutes[], minutes: number) => {
  const bad = badVoltage(intervals, meter.tension, Math.max(1, Math.round((minutes * MINUTE_MS) / TEN_MS)));
  if (bad === null) return [];
  const { since, phase, volts, limit, isCritical } = bad;
  const found = meterFinding(meter, { kind: 'voltage', phase, volts, limit }, { since });
  return [{ ...found, ...(isCritical ? { severity: 'serious' as const } : {}) }];
};

const phaseFinding = (meter: JudgedMeter, intervals: readonly TenMinutes[], percent: number) => {
  const bad = meter.isTri ? badPhases(intervals, percent / PERCENT) : null;
  if (bad === null) return [];
  const { since, ...phases } = bad;
  const shown = phases.state === 'lost' ? phases : { ...phases, limit: percent / PERCENT };
  return [meterFinding(meter, { kind: 'phase', phases: shown }, { since })];
};

const readVoltages = async ({ judged, meters }: Needs, now: Instant) => {
  const to = instant(Math.floor(now / TEN_MS) * TEN_MS);
  const from = instant(to - LOOKED_BACK_MS);
  const electric = meters.filter(({ isWater }) => !isWater).map(({ installationId }) => installationId);
  const rows: TenMinutesRow[] = [];
  for (let first = 0; first < electric.length; first += METERS_PER_QUERY) {
    rows.push(...(await judged.tenMinutes(electric.slice(first, first + METERS_PER_QUERY), from, to)));
  }
  return Map.groupBy(rows, ({ id }) => id);
};

/** Finds voltage alerts of the last hour. Alerts of silent meters stay unchanged. */
export const findSupply = async (needs: Needs, now: Instant): Promise<readonly Found[]> => {
  const { meters, tuning } = needs;
  const rows = await readVoltages(needs, now);
  const intervalsOf = (id: number): TenMinutes[] =>
    (rows.get(id) ?? []).map(({ start, a, b, c }) => ({ start: instant(start), volts: [a, b, c] }));
  const voltage: AlertFinding[] = [];
  const phase: AlertFinding[] = [];
  for (const meter of meters) {
    const intervals = intervalsOf(meter.installationId);
    const rules = [tuning(meter.establishmentId, 'voltage'), tuning(meter.establishmentId, 'phase')] as const;
    if (rules[0].isOn) voltage.push(...voltageFinding(meter, intervals, rules[0].threshold ?? 0));
    if (rules[1].isOn) phase.push(...phaseFinding(meter, intervals, rules[1].threshold ?? 0));
  }
  const looksAt = (member: string) =>
    rows.has(Number(member)) || !meters.some((meter) => String(meter.installationId) === member);
  return [
    { kind: 'voltage', findings: voltage, seenFrom: null, looksAt },
    { kind: 'phase', findings: phase, seenFrom: null, looksAt },
  ];
};

/** Finds boards with a clock ahead, or behind although no backlog can be the cause. */
export const findClocks = async ({ judged, meters, tuning }: Needs, now: Instant): Promise<Found> => {
  const byId = new Map(meters.map((meter) => [meter.installationId, meter]));
  const findings: AlertFinding[] = [];
  for (const { id, aheadMs, receivedAt, connectedAt } of await judged.clocks()) {
    const meter = byId.get(id);
    if (meter === undefined || now - receivedAt.getTime() > RECENT_MS) continue;
    const { isOn, threshold } = tuning(meter.establishmentId, 'clock');
    const isDrained = connectedAt !== null && now - connectedAt.getTime() > DRAINED_MS;
    const isWrong = Math.abs(aheadMs) > (threshold ?? 0) * MINUTE_MS && (aheadMs > 0 || isDrained);
    if (!isOn || !isWrong) continue;
    const facts = { kind: 'clock' as const, ahead: aheadMs / MINUTE_MS };
    findings.push(meterFinding(meter, facts, { since: instantOf(receivedAt) }));
  }
  return { kind: 'clock', findings, seenFrom: null, looksAt: () => true };
};
