import { QUARTER_MS } from '../../../base/time/quarter.ts';
import type { PastQuantity } from '../file-reading.ts';
import { comma, dmy, hm, type Slot } from './slots.ts';

const SAO_PAULO_MS = 3 * 3_600_000;
const MINUTE_MS = 60_000;

/** kWh (kvarh, m³) of each quarter-hour of UTC, by its start. */
type Quarters = ReadonlyMap<number, number>;

/** A file of past data as real systems write it, with its expected content. */
export interface FieldFile<Content = string> {
  readonly name: string;
  readonly content: () => Content;
  readonly expected: Readonly<Partial<Record<PastQuantity, Quarters>>>;
  /** Questions that the file must raise; one of their answers leads to the expected content. */
  readonly questions: readonly string[];
  readonly isWater: boolean;
}

/** An amount between two local times. */
interface Flow {
  readonly from: Date;
  readonly to: Date;
  readonly amount: number;
}

export function quartersOf(flows: readonly Flow[], offsetMs = SAO_PAULO_MS): Quarters {
  const quarters = new Map<number, number>();
  for (const { from, to, amount } of flows) {
    const minutes = (to.getTime() - from.getTime()) / MINUTE_MS;
    for (let minute = 0; minute < minutes; minute++) {
      const at = from.getTime() + offsetMs + minute * MINUTE_MS;
      const start = at - (at % QUARTER_MS);
      quarters.set(start, (quarters.get(start) ?? 0) + amount / minutes);
    }
  }
  return quarters;
}

/** A second quantity of the slot. */
export const otherOf = ({ n }: Slot): number => (53 + ((n * 29) % 83) * 10) / 1_000;
export const consumption = (each: readonly Slot[], offsetMs = SAO_PAULO_MS): Quarters =>
  quartersOf(
    each.map((slot) => ({ ...slot, amount: slot.kwh })),
    offsetMs,
  );
export const others = (each: readonly Slot[], offsetMs = SAO_PAULO_MS): Quarters =>
  quartersOf(
    each.map((slot) => ({ ...slot, amount: otherOf(slot) })),
    offsetMs,
  );

/** The value of a register at the start of each interval. */
export const levelsOf = (each: readonly Slot[], first: number, amount = ({ kwh }: Slot) => kwh): number[] => {
  let level = first;
  return each.map((slot) => {
    const at = level;
    level += amount(slot);
    return at;
  });
};
/** Consumption that a register with values at these starts shows: all except the last interval. */
export const registered = (each: readonly Slot[]): Quarters => consumption(each.slice(0, -1));
export const registeredOthers = (each: readonly Slot[]): Quarters => others(each.slice(0, -1));

export const start = ({ from }: Slot): string => `${dmy(from)} ${hm(from)}`;
export const value = ({ kwh }: Slot): string => comma(kwh);
export const otherValue = (slot: Slot): string => comma(otherOf(slot));

export const table = (
  header: string | readonly string[],
  each: readonly Slot[],
  row: (slot: Slot) => string,
  end = '\n',
): string => [...[header].flat(), ...each.map(row)].join(end);

type Parts = Partial<Pick<FieldFile, 'questions' | 'isWater' | 'expected'>>;

/** A file with the text or bytes of `content`. */
export const fieldFile = <Content = string>(
  name: string,
  content: () => Content,
  expected: FieldFile['expected'] | Quarters,
  parts: Parts = {},
): FieldFile<Content> => ({
  name,
  content,
  expected: expected instanceof Map ? { consumed: expected } : (expected as FieldFile['expected']),
  questions: [],
  isWater: false,
  ...parts,
});
