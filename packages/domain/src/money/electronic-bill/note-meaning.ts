import type { BilledLineKind } from '../bill-check/billed-lines.ts';
import { type LineMeaning, type LinePart, meaningOf } from '../printed-bill/line-meaning.ts';
import type { NoteLine, NoteUnit } from './electronic-bill.ts';

/** Groups of the classification that state the meaning of a line; the label of other groups does. */
const PART_OF_GROUP: readonly (readonly [RegExp, LinePart])[] = [
  [/^064/, 'flag'],
  [/^080/, 'cosip'],
  [/^56/, 'compensation'],
];
/** Groups of supplied energy and demand. */
const SUPPLY = /^06[0-35]/;
const PART_OF_UNIT: Readonly<Record<NoteUnit, LinePart>> = {
  kWh: 'energy',
  kW: 'demand',
  kvarh: 'reactive',
  kvar: 'reactive',
};

/** Parts that no tariff prices. */
const OUTSIDE_TARIFF: ReadonlySet<LinePart> = new Set(['own', 'cosip', 'incentive', 'benefit']);

/** The meaning of a line of a note. */
export interface NoteMeaning extends Pick<LineMeaning, 'part' | 'touPeriod' | 'side'> {
  /** Kind of a line that no tariff prices; null for a line of the tariff. */
  readonly kind: BilledLineKind | null;
}

function partOf({ code, label, unit, amount }: NoteLine): Pick<LineMeaning, 'part' | 'kind'> {
  const byLabel = meaningOf(label);
  const isNamedOwn = byLabel.part === 'own' && byLabel.kind !== 'other';
  const group = PART_OF_GROUP.find(([pattern]) => pattern.test(code))?.[1];
  // A fine on public lighting is a fine; compensated energy is never one.
  if (group !== undefined && (group === 'compensation' || !isNamedOwn)) return { part: group, kind: 'other' };
  const isUnnamedSupply = byLabel.part === 'own' && !isNamedOwn && SUPPLY.test(code) && unit !== null;
  const part = isUnnamedSupply ? PART_OF_UNIT[unit] : byLabel.part;
  // Returned energy or demand of another bill does not lessen the quantity of this one.
  if (amount < 0 && (part === 'energy' || part === 'demand')) return { part: 'own', kind: 'refund' };
  return { part, kind: byLabel.kind };
}

/** The meaning of a line by its classification, its label and its unit. An unknown line is an own line of the kind `other`. */
export function noteMeaning(line: NoteLine): NoteMeaning {
  const { part, kind } = partOf(line);
  const byLabel = meaningOf(line.label);
  const outside =
    part === 'cosip' ? 'lighting' : part === 'own' ? kind : line.amount < 0 ? 'refund' : 'other';
  return {
    part,
    touPeriod: line.touPeriod ?? byLabel.touPeriod,
    side: line.side ?? byLabel.side,
    kind: OUTSIDE_TARIFF.has(part) ? outside : null,
  };
}
