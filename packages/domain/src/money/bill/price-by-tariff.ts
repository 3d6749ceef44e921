import { sumCents } from '../../base/units/money.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import { simpleLines } from '../lines/plain-lines.ts';
import type { Bill } from './bill.ts';
import { missingMeasurements, missingRules } from './missing.ts';

/** What the meters of one simple tariff measured of a cycle. */
interface ShareOfTariff {
  /** How the lines tell it from the others. */
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
