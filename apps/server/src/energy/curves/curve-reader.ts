import type { AnswerOf } from '@nascente/contract/base/call';
import {
  type CountedQuantity,
  CURVE_TEXTS,
  type LevelQuantity,
  MAX_FRAME_DAYS,
  type readCurve,
} from '@nascente/contract/energy/curves';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import {
  bandLength,
  bandsOf,
  type CurveBands,
  SUM_LENGTH_MS,
  sumLength,
  sumsOf,
} from '@nascente/domain/telemetry/intervals/curve-bands';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { PhaseColumn } from '@nascente/domain/telemetry/intervals/totals';
import { SILENCE, usualSpacing } from '@nascente/domain/telemetry/quality/silence';
import { invalidField } from '../../platform/errors.ts';
import type { Meter } from '../../sites/meters/index.ts';
import type { QualityReader } from '../../telemetry/readings/index.ts';
import type { MeterDays, MeterFrames } from '../../telemetry/series/index.ts';
import { fieldsOf, measuredIn } from './frame-quantities.ts';

type TotalColumn = PhaseColumn | CountedQuantity;

/** A quantity of quarter-hours: the first column minus the second, times `scale`. */
interface QuarterQuantity {
  readonly columns: readonly TotalColumn[];
  readonly scale: number;
}

const MILLION = 1_000_000;
const IN_KWH = 1 / MILLION;
/** mWh of a quarter-hour as its mean power, kW; mvarh as kvar. */
const IN_KW = 4 / MILLION;
/** ml of a quarter-hour as its mean flow, L/min. */
const IN_LITRES_A_MINUTE = 1 / 15 / 1000;

const counted = (column: CountedQuantity): QuarterQuantity => ({ columns: [column], scale: IN_KWH });

/** Injected energy is subtracted from consumed energy, capacitive from inductive. */
const QUARTER_QUANTITIES: Readonly<Partial<Record<CountedQuantity | LevelQuantity, QuarterQuantity>>> = {
  consumed: counted('consumed'),
  injected: counted('injected'),
  inductive: counted('inductive'),
  capacitive: counted('capacitive'),
  volume: counted('volume'),
  power: { columns: ['consumed', 'injected'], scale: IN_KW },
  powerA: { columns: ['consumedA', 'injectedA'], scale: IN_KW },
  powerB: { columns: ['consumedB', 'injectedB'], scale: IN_KW },
  powerC: { columns: ['consumedC', 'injectedC'], scale: IN_KW },
  reactivePower: { columns: ['inductive', 'capacitive'], scale: IN_KW },
  reactivePowerA: { columns: ['inductiveA', 'capacitiveA'], scale: IN_KW },
  reactivePowerB: { columns: ['inductiveB', 'capacitiveB'], scale: IN_KW },
  reactivePowerC: { columns: ['inductiveC', 'capacitiveC'], scale: IN_KW },
  flow: { columns: ['volume'], scale: IN_LITRES_A_MINUTE },
};

const isOfQuarters = (quantity: CountedQuantity | LevelQuantity): boolean =>
  QUARTER_QUANTITIES[quantity] !== undefined;

type CurveDays = Pick<MeterDays, 'read' | 'estimated'>;

/** Quarter-hours of an interval with data, ascending: start and value of each, and the estimated parts of the interval. */
const readQuarters = async (
  days: CurveDays,
  { installationId, from, to }: TimeSpan & { readonly installationId: number },
  quantity: CountedQuantity | LevelQuantity,
): Promise<{
  readonly at: Float64Array;
  readonly measured: Float64Array;
  readonly estimated: readonly TimeSpan[];
}> => {
  const { columns, scale } = QUARTER_QUANTITIES[quantity] as QuarterQuantity;
  const span = { installationId, from, to };
  const [[runs], [estimated = []]] = await Promise.all([days.read(columns, [span]), days.estimated([span])]);
  const rows = rowsOfRuns(columns, span, runs);
  return {
    at: Float64Array.from(rows, ({ start }: { start: Instant }) => start),
    measured: Float64Array.from(rows, ({ values: [more = 0, less = 0] }) => (more - less) * scale),
    estimated,
  };
};

type Curve = AnswerOf<typeof readCurve>['curve'];
type CurvePoints = Pick<
  Curve,
  'source' | 'length' | 'step' | 'origin' | 'at' | 'mean' | 'low' | 'high' | 'estimated'
>;

/** Seven digits exceed the precision of any meter and take a third of the bytes of a float. */
const short = (column: Float64Array): number[] => Array.from(column, (value) => Number(value.toPrecision(7)));

interface Made {
  readonly source: Curve['source'];
  readonly length: number;
  readonly step: number;
  readonly estimated?: readonly TimeSpan[];
}

const iso = (at: number): string => new Date(at).toISOString();

const toPoints = ({ at, mean, low, high }: CurveBands, { estimated = [], ...made }: Made): CurvePoints => {
  const first = at[0] ?? 0;
  const isFlat = mean.every((value, index) => low[index] === high[index] && value === low[index]);
  return {
    ...made,
    origin: iso(first),
    at: Array.from(at, (instant) => instant - first),
    mean: short(mean),
    low: isFlat ? null : short(low),
    high: isFlat ? null : short(high),
    estimated: estimated.map(({ from, to }) => ({ start: iso(from), end: iso(to) })),
  };
};

/**
 * Intervals of up to this many days are read from frames, even if quarter-hours contain the quantity, so that a spike of seconds
 * is visible.
 */
const FRAME_DAYS = 3;
/**
 * Quantities stored as hourly means are read from frames up to this many days, because means hide dips: a visible week, with the
 * parts loaded on both sides.
 */
const FRAME_DAYS_OF_HOURLY = 20;

const frameDaysOf = (quantity: LevelQuantity): number =>
  isOfQuarters(quantity) ? FRAME_DAYS : FRAME_DAYS_OF_HOURLY;

/** Voltage and power factor, which closed days store by the hour. */
const HOURLY: Readonly<Partial<Record<LevelQuantity, readonly ['V' | 'PF', 'a' | 'b' | 'c']>>> = {
  voltageA: ['V', 'a'],
  voltageB: ['V', 'b'],
  voltageC: ['V', 'c'],
  powerFactor: ['PF', 'a'],
};

const spanMs = ({ from, to }: TimeSpan): number => to - from;

/** Whether only frames contain a quantity: the number of its days is limited. */
export const isOfFramesAlone = (quantity: LevelQuantity): boolean =>
  !isOfQuarters(quantity) && HOURLY[quantity] === undefined;

/** `span` is the requested interval since the installation; `retained` is the part of it with retained frames. */
interface CurveQuery {
  readonly meter: Meter;
  readonly requested: TimeSpan;
  readonly span: TimeSpan;
  readonly retained: TimeSpan;
  readonly points: number;
}

export const createCurveReader = (needs: {
  days: CurveDays;
  frames: Pick<MeterFrames, 'read' | 'areTooMany'>;
  quality: QualityReader;
}) => {
  const { days, frames, quality } = needs;

  const ofFrames = async (quantity: LevelQuantity, { meter, requested, retained, points }: CurveQuery) => {
    const read = await frames.read(meter.installationId, retained, fieldsOf(quantity));
    const measured = measuredIn(read, quantity);
    const length = read.at.length <= points ? 0 : bandLength(spanMs(requested), points);
    const step = Math.max(SILENCE.minMs, usualSpacing(read.at), length * 2);
    return toPoints(bandsOf(read.at, measured, length), { source: 'frames', length, step });
  };
  const ofQuarters = async (quantity: LevelQuantity, { meter, requested, span, points }: CurveQuery) => {
    const { installationId } = meter;
    const { at, measured, estimated } = await readQuarters(days, { installationId, ...span }, quantity);
    const length = bandLength(spanMs(requested), points, QUARTER_MS);
    return toPoints(bandsOf(at, measured, length), { source: 'quarters', length, step: length, estimated });
  };
  const ofHours = async (quantity: LevelQuantity, { meter, requested, retained, points }: CurveQuery) => {
    const [kind, column] = HOURLY[quantity] as readonly ['V' | 'PF', 'a' | 'b' | 'c'];
    const hours = await quality.hours(meter.installationId, retained, kind, meter.zone);
    const at = Float64Array.from(hours, (hour) => hour.at);
    const measured = Float64Array.from(hours, (hour) => hour[column] ?? Number.NaN);
    const length = bandLength(spanMs(requested), points, HOUR_MS);
    return toPoints(bandsOf(at, measured, length), { source: 'hours', length, step: length });
  };

  return {
    async counted(
      quantity: CountedQuantity,
      { meter, requested, span, points }: CurveQuery,
    ): Promise<CurvePoints> {
      const { installationId, zone } = meter;
      const { at, measured, estimated } = await readQuarters(days, { installationId, ...span }, quantity);
      const by = sumLength(spanMs(requested), points);
      const { at: starts, total } = sumsOf(at, measured, by, zone);
      const length = SUM_LENGTH_MS[by];
      return toPoints(
        { at: starts, low: total, high: total, mean: total },
        { source: 'sums', length, step: by === 'day' ? length + HOUR_MS : length, estimated },
      );
    },
    async level(quantity: LevelQuantity, requested: CurveQuery): Promise<CurvePoints> {
      const isOfFrames = isOfFramesAlone(quantity);
      const isShort = spanMs(requested.requested) <= frameDaysOf(quantity) * DAY_MS;
      const areTooMany =
        (isShort || isOfFrames) &&
        (await frames.areTooMany(requested.meter.installationId, requested.retained));
      if (areTooMany && isOfFrames) throw invalidField('end', CURVE_TEXTS.tooMany);
      if ((isShort && !areTooMany) || isOfFrames) {
        const found = await ofFrames(quantity, requested);
        // Imported data have no frames, and old frames are deleted; the other sources are then read.
        if (found.at.length > 0 || isOfFrames) return found;
      }
      return isOfQuarters(quantity) ? ofQuarters(quantity, requested) : ofHours(quantity, requested);
    },
  };
};

/** Maximum length of a curve of a quantity that only frames contain. */
export const MAX_OF_FRAMES_MS = MAX_FRAME_DAYS * DAY_MS + HOUR_MS;
