import { type LevelledQuantity, PHASE_QUANTITIES } from '@nascente/domain/telemetry/frames/frame-fields';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, instant, mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { touRules } from './tou-periods.ts';

/** Quantities that add up over time. */
export const COUNTED_QUANTITIES = ['consumed', 'injected', 'inductive', 'capacitive', 'volume'] as const;
export type CountedQuantity = (typeof COUNTED_QUANTITIES)[number];

type Level = LevelledQuantity['level'];
type LevelKey = Level['key'];
type CombinedKey = Extract<Level, { combined: string }>['key'];
/** A quantity with a value at each instant: of one phase, of all phases together, or without phases. */
export type LevelQuantity = `${LevelKey}${'A' | 'B' | 'C'}` | CombinedKey | 'flow' | 'signal' | 'temperature';

const LEVEL_QUANTITIES = [
  ...PHASE_QUANTITIES.flatMap(({ level }) =>
    level === undefined
      ? []
      : [...(level.combined ? [level.key] : []), ...['A', 'B', 'C'].map((phase) => `${level.key}${phase}`)],
  ),
  'flow',
  'signal',
  'temperature',
] as readonly LevelQuantity[];

export type CurveQuantity = CountedQuantity | LevelQuantity;

const MAX_DAYS = 1830;
/** Maximum days in one answer for quantities that only frames contain. */
export const MAX_FRAME_DAYS = 31;
export const MAX_CURVE_POINTS = 3000;

const POINTS = `Quantidade de pontos inválida: use de 20 a ${MAX_CURVE_POINTS}`;

export const CURVE_TEXTS = {
  order: 'O fim deve ser posterior ao início.',
  length: 'Um gráfico pode ter no máximo cinco anos.',
  frames: `Aproxime até ${MAX_FRAME_DAYS} dias: esta grandeza só existe nas leituras.`,
  tooMany: 'O medidor enviou leituras demais neste período: escolha um período mais curto.',
  kind: 'Este medidor não mede esta grandeza.',
} as const;

export const MAX_CURVE_MS = MAX_DAYS * 86_400_000;

const values = z.array(z.number());

export const curveQuantity = z.enum([...COUNTED_QUANTITIES, ...LEVEL_QUANTITIES], 'Grandeza desconhecida');

/** Points of one quantity of a meter, as a screen draws them. */
export const answeredCurve = z.object({
  source: described(
    'Source of the points: frames, mean power of quarter-hours, hourly means, or sums.',
    z.enum(['frames', 'quarters', 'hours', 'sums']),
  ),
  length: described(
    'Duration that a point represents, ms; 0: each point is a frame. Approximate for days.',
    z.int(),
  ),
  step: described('Maximum distance of points without a gap, ms.', z.int()),
  origin: described('Origin of `at`.', answeredInstant),
  at: described(
    'ms since `origin`, ascending: start of the interval, or time of the frame.',
    z.array(z.int()),
  ),
  mean: described(
    'Mean or sum of each interval: kW, kvar (inductive above 0), V, A, %, L/min, dBm, °C; counted quantities: kWh, kvarh, m³.',
    values,
  ),
  low: described('Minimum of each interval; `null` if all equal the mean.', z.nullable(values)),
  high: described('Maximum of each interval; `null` if all equal the mean.', z.nullable(values)),
  since: described('Installation of the meter; there is no earlier data.', answeredInstant),
  excluded: described(
    'Intervals marked as wrong, which do not count.',
    z.array(z.object({ start: answeredInstant, end: answeredInstant })),
  ),
  estimated: described(
    'Intervals in which an import spread longer rows evenly, so that only their sum is known. Empty for frames and hours.',
    z.array(z.object({ start: answeredInstant, end: answeredInstant })),
  ),
  touPeriods: described('Time-of-use periods of the hours.', touRules),
});

export const readCurve = defineCall({
  name: 'readCurve',
  route: 'POST /board/curve',
  effect: 'reads',
  permission: 'see-readings',
  summary: `One quantity of a meter between two instants, at most five years, reduced to \`points\` intervals with all extremes: from frames for a few days, otherwise from quarter-hours or hours. Counted quantities (energy, volume) are sums by quarter-hours, hours or civil days of the meter's zone. Quantities that only frames contain are returned for ${MAX_FRAME_DAYS} days at most.`,
  body: z.strictObject({
    id: mac,
    quantity: curveQuantity,
    start: instant,
    end: described('End, exclusive.', instant),
    points: described(
      'Maximum number of intervals: the number of pixels.',
      z._default(z.int(POINTS).check(z.gte(20, POINTS), z.lte(MAX_CURVE_POINTS, POINTS)), 800),
    ),
  }),
  fails: ['not-found'],
  answer: { curve: answeredCurve },
});
