import type { CountedQuantity, LevelQuantity } from '@nascente/contract/energy/curves';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import type { Instant } from '@nascente/domain/base/time/zone';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/clipped-runs';
import type { PhaseColumn } from '@nascente/domain/telemetry/intervals/series';
import type { MeterDays } from '../../telemetry/series/index.ts';

type TotalColumn = PhaseColumn | CountedQuantity;

/** What of quarter-hours a quantity is made of: the first column less the second, times `scale`. */
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

/** What is given back counts against what is taken, and what is capacitive against what is inductive. */
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

export const isOfQuarters = (quantity: CountedQuantity | LevelQuantity): boolean =>
  QUARTER_QUANTITIES[quantity] !== undefined;

/** The quarter-hours of a span with data, ascending: when they begin, and what was measured in them. */
export const readQuarters = async (
  days: Pick<MeterDays, 'read'>,
  { installationId, from, to }: TimeSpan & { readonly installationId: number },
  quantity: CountedQuantity | LevelQuantity,
): Promise<{ readonly at: Float64Array; readonly measured: Float64Array }> => {
  const { columns, scale } = QUARTER_QUANTITIES[quantity] as QuarterQuantity;
  const span = { installationId, from, to };
  const [runs] = await days.read(columns, [span]);
  const rows = rowsOfRuns(columns, span, runs);
  return {
    at: Float64Array.from(rows, ({ start }: { start: Instant }) => start),
    measured: Float64Array.from(rows, ({ values: [more = 0, less = 0] }) => (more - less) * scale),
  };
};
