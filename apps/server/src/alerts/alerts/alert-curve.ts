import { KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { AlertCurve } from '@nascente/contract/alerts/alerts';
import { RULE_QUANTITY_LABELS, ruleUnit } from '@nascente/domain/alerts/own-rule-texts';
import {
  isRuleLevel,
  type RuleQuantity,
  type RuleSample,
  type RuleSpan,
} from '@nascente/domain/alerts/own-rules';
import { ruleSamples } from '@nascente/domain/alerts/rule-samples';
import { quarterStart } from '@nascente/domain/base/time/quarter';
import { DAY_MS, HOUR_MS, type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import type { FrameField } from '@nascente/domain/telemetry/frames/frame-fields';
import type { MeterDays, MeterFrames } from '../../telemetry/series/index.ts';
import type { SeenAlert } from './incidents/seen-alerts.repository.ts';
import { columnsOf, readInterval } from './rules/rule-columns.ts';

interface AlertMeter {
  readonly installationId: number;
  readonly isWater: boolean;
}

type CurveAlert = Pick<SeenAlert, 'kind' | 'zone' | 'beganAt' | 'endedAt' | 'facts'>;

const BEFORE_MS = 6 * HOUR_MS;
const AFTER_MS = 3 * HOUR_MS;
const MAX_FINE_MS = 3 * DAY_MS;
const MAX_MS = 45 * DAY_MS;
const TEN_MINUTES = 10;
const STEPS: Readonly<Record<RuleSpan, number>> = { quarter: 15, hour: 60, day: 1440 };
const VOLTS = { A: 'va', B: 'vb', C: 'vc' } as const satisfies Record<string, FrameField>;

/**
 * The window of a curve. It starts 6 hours before the alert (14 days for daily values) and ends 3 hours after it, at most now. It
 * has at most the last 45 days; of a voltage, the last 3 days are drawn.
 */
const windowOf = ({ beganAt, endedAt }: CurveAlert, now: Instant, beforeMs = BEFORE_MS) => {
  const to = quarterStart(instant(Math.min(now, (endedAt?.getTime() ?? now) + AFTER_MS)));
  const from = quarterStart(instant(Math.max(beganAt.getTime() - beforeMs, to - MAX_MS)));
  return { from, to };
};

const toPoint = ({ start, value }: Pick<RuleSample, 'start' | 'value'>) => ({
  at: new Date(start).toISOString(),
  value,
});

/** For each ten minutes, the lowest of the mean voltages of the phases; `null` without data. */
const voltagePoints = (
  at: Iterable<number>,
  columns: readonly Float64Array[],
  from: Instant,
  to: Instant,
) => {
  const step = TEN_MINUTES * 60_000;
  const length = Math.ceil((to - from) / step);
  const sums = columns.map(() => ({ sum: new Float64Array(length), count: new Float64Array(length) }));
  let frame = 0;
  for (const frameAt of at) {
    const slot = Math.floor((frameAt - from) / step);
    for (const [phase, column] of columns.entries()) {
      const value = column[frame] ?? Number.NaN;
      const into = sums[phase];
      if (Number.isNaN(value) || into === undefined || slot < 0 || slot >= length) continue;
      into.sum[slot] = (into.sum[slot] as number) + value;
      into.count[slot] = (into.count[slot] as number) + 1;
    }
    frame++;
  }
  return Array.from({ length }, (_, slot) => {
    const means = sums.flatMap(({ sum, count }) =>
      (count[slot] as number) === 0 ? [] : [(sum[slot] as number) / (count[slot] as number)],
    );
    return toPoint({
      start: instant(from + slot * step),
      value: means.length === 0 ? null : Math.min(...means),
    });
  });
};

export const createAlertCurve = (needs: {
  days: Pick<MeterDays, 'read' | 'estimated'>;
  frames: Pick<MeterFrames, 'read'>;
  clock: () => Instant;
}) => {
  const { days, frames, clock } = needs;
  const voltage = async (
    alert: CurveAlert,
    meter: AlertMeter,
    { limit, phase }: { readonly limit: number | null; readonly phase?: keyof typeof VOLTS },
  ): Promise<AlertCurve> => {
    const { from, to } = windowOf(alert, clock());
    const begin = instant(Math.max(from, to - MAX_FINE_MS));
    const fields = phase === undefined ? Object.values(VOLTS) : [VOLTS[phase]];
    const read = await frames.read(meter.installationId, { from: begin, to }, new Set<FrameField>(fields));
    const columns = fields.flatMap((field) => read.columns[field] ?? []);
    const points = voltagePoints(read.at, columns, begin, to);
    const quantity = phase === undefined ? 'Menor tensão entre as fases' : `Tensão da fase ${phase}`;
    return { quantity, unit: 'V', limit, stepMinutes: TEN_MINUTES, points };
  };
  const readSamplesCurve = async (
    alert: CurveAlert,
    meters: readonly AlertMeter[],
    watched: { readonly quantity: RuleQuantity; readonly span: RuleSpan; readonly limit: number | null },
  ): Promise<AlertCurve> => {
    const { quantity, limit } = watched;
    const { from, to } = windowOf(alert, clock(), watched.span === 'day' ? 14 * DAY_MS : BEFORE_MS);
    const isLong = to - from > MAX_FINE_MS && watched.span === 'quarter';
    const span: RuleSpan = isLong ? 'hour' : watched.span;
    const installations = meters.map(({ installationId }) => installationId);
    const columns = columnsOf(
      await readInterval(
        { days, frames },
        installations,
        { from, to },
        isRuleLevel(quantity) ? installations : [],
      ),
      installations,
    );
    const samples = ruleSamples(columns, { quantity, span }, { zone: alert.zone as Zone, until: to });
    return {
      quantity: RULE_QUANTITY_LABELS[quantity],
      unit: ruleUnit({ quantity, span }),
      limit,
      stepMinutes: STEPS[span],
      points: samples.map(toPoint),
    };
  };
  return async (alert: CurveAlert, meters: readonly AlertMeter[]): Promise<AlertCurve | null> => {
    const [first] = meters;
    if (first === undefined) return null;
    const { isOfEstablishment, curve } = KINDS_OF_ALERT[alert.kind];
    const terms = curve?.(alert.facts);
    if (terms === undefined) return null;
    const { quantity, span, limit } = terms;
    if (quantity === 'phase-voltage') return voltage(alert, first, terms);
    const utility = first.isWater ? 'water' : 'energy';
    const watched = { quantity: quantity === 'utility' ? utility : quantity, span, limit };
    // Only alerts of an establishment show a sum. Others show their first meter: if all are silent, a sum would be empty.
    return readSamplesCurve(alert, isOfEstablishment ? meters : [first], watched);
  };
};
