import type { FileQuestion, PastColumn, PastQuantity } from '../file-reading.ts';
import {
  candidatesOf,
  isPower,
  meaningOf,
  partsOf,
  type ValueCandidate,
  type ValueTable,
} from './value-columns.ts';
import { askAboutValues, countsByConsumption } from './value-questions.ts';

interface DetectedValues {
  readonly values: readonly PastColumn[];
  readonly questions: readonly FileQuestion[];
}

const PERMIL = 0.001;

/** A water register without a unit and with three decimals counts cubic metres. */
const hasThreeDecimals = ({ values }: ValueCandidate): boolean =>
  values.some((value) => !Number.isInteger(value)) &&
  values.every((value) => Math.abs(value * 1_000 - Math.round(value * 1_000)) < PERMIL);

const OTHER_WAY: Readonly<Partial<Record<PastQuantity, PastQuantity>>> = {
  consumed: 'injected',
  injected: 'consumed',
};
/** The quantity of a column; the opposite direction if no value is positive and no column has another quantity. */
const signedQuantity = (
  { quantity, name, values }: ValueCandidate,
  all: readonly ValueCandidate[],
): PastQuantity => {
  const other = OTHER_WAY[quantity];
  const isNamed = quantity === 'injected' || /consum|import/i.test(name);
  const isBelow = values.some((value) => value < 0) && values.every((value) => value <= 0);
  return other !== undefined && isNamed && isBelow && all.every((each) => each.quantity === quantity)
    ? other
    : quantity;
};

/** Detects the value columns, their quantities, and the open questions about them. */
export function detectValues(table: ValueTable): DetectedValues {
  const chosen = candidatesOf(table);
  const columnOf = (each: ValueCandidate): PastColumn => {
    const { column, phase, period } = each;
    const quantity = signedQuantity(each, chosen);
    const meaning = isPower(each) ? false : meaningOf(each);
    const isRegister = meaning ?? true;
    const unit = each.unit ?? (table.isWater ? (isRegister && hasThreeDecimals(each) ? 'm3' : 'L') : 'kWh');
    const restartsDaily = isRegister && !isPower(each) && each.restart !== 'no';
    return {
      column,
      quantity,
      unit,
      ...(each.scale !== 1 && { factor: each.scale }),
      isRegister,
      ...(restartsDaily && { restartsDaily }),
      phase,
      period,
    };
  };
  const quadrants = chosen.filter(({ quadrant }) => quadrant !== null);
  const plain = chosen.filter(({ quadrant }) => quadrant === null);
  const groupOf = ({ isOpen, side, quantity }: ValueCandidate): string | null => (isOpen ? side : quantity);
  const byQuantity = [...new Set(plain.map(groupOf))].map((group) =>
    partsOf(
      plain.filter((each) => groupOf(each) === group),
      table.isRegular,
    ),
  );
  const taken = [...byQuantity.flatMap(({ parts }) => parts), ...quadrants.filter(countsByConsumption)];
  const hasEnergy = taken.some((each) => !isPower(each));
  const powers = hasEnergy ? taken.filter(isPower) : [];
  const counted = taken.filter((each) => !powers.includes(each));
  return {
    values: counted.map(columnOf),
    questions: askAboutValues({ table, byQuantity, quadrants, taken, retained: counted, powers, columnOf }),
  };
}
