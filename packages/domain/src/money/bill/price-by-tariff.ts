import { sumCents } from '../../base/units/money.ts';
import { type ByPost, type MeasuredCycle, withConsumed } from '../../energy/measured-cycle/measured-cycle.ts';
import { simpleLines } from '../lines/plain-lines.ts';
import type { Bill } from './bill.ts';
import { missingMeasurements, missingRules } from './missing.ts';

/** The part of a cycle that meters of one simple tariff measured. */
export interface ShareOfTariff {
  /** The words that distinguish its lines from the others. */
  readonly name: string;
  readonly measured: MeasuredCycle;
}

/**
 * The bill of a cycle whose meters have different simple tariffs: each kWh at the prices of the meter that measured it, the
 * lines of a tariff rounded together.
 *
 * @param bill - of all of them together, whose lines are replaced
 */
export function priceByTariff(bill: Bill, all: MeasuredCycle, shares: readonly ShareOfTariff[]): Bill {
  const lines = shares.flatMap(({ name, measured }) =>
    simpleLines(measured).map((line) => ({ ...line, label: `${line.label} – ${name}` })),
  );
  const unpriced = shares.flatMap(({ measured: { stretches } }) =>
    stretches.filter(({ version }) => version === null).map(missingRules),
  );
  return {
    ...bill,
    lines,
    total: sumCents(lines.map(({ amount }) => amount)),
    missing: [...missingMeasurements(all), ...unpriced],
  };
}

/** The same share of a cycle with other quantities, each multiplied by its factor. */
export function scaleShare(
  { name, measured }: ShareOfTariff,
  factors: ByPost & { readonly volume: number },
): ShareOfTariff {
  const stretches = measured.stretches.map((stretch) => {
    const { inPoint, interPoint, outPoint } = stretch.consumed;
    const consumed = {
      inPoint: Math.round(inPoint * factors.inPoint),
      interPoint: Math.round(interPoint * factors.interPoint),
      outPoint: Math.round(outPoint * factors.outPoint),
    };
    return { ...withConsumed(stretch, consumed), volume: Math.round(stretch.volume * factors.volume) };
  });
  return { name, measured: { ...measured, stretches } };
}
