import type { PastQuantity } from '../file-reading.ts';
import { comma, dmy, hm, type Slot, slots } from './slots.ts';

type Sums = Readonly<Partial<Record<PastQuantity, number>>>;

/** A file with column names that determine the meaning of the columns, or raise a question. */
export interface MeaningFile {
  readonly name: string;
  readonly content: () => string;
  /** kWh, kvarh and m³ of the correct interpretation. */
  readonly right: Sums;
  readonly asks: readonly string[];
  /** Other interpretations that the first question must offer. */
  readonly mayBe?: readonly Sums[];
  readonly isWater: boolean;
}

export const H = slots(60);
export const other = ({ n }: Slot): number => (53 + ((n * 29) % 83) * 10) / 1_000;
export const third = ({ n }: Slot): number => (11 + ((n * 13) % 41)) / 1_000;
export const fourth = ({ n }: Slot): number => (7 + ((n * 17) % 37)) / 1_000;
export const sum = (each: (slot: Slot) => number, rows = H): number =>
  rows.reduce((all, slot) => all + each(slot), 0);
const kwh = (slot: Slot): number => slot.kwh;
const VALUES = [kwh, other, third, fourth] as const;
export const [A, B, C, D] = VALUES.map((each) => sum(each)) as [number, number, number, number];
export const start = ({ from }: Slot): string => `${dmy(from)} ${hm(from)}`;

export const lines = (before: string | readonly string[], row: (slot: Slot) => string, rows = H): string =>
  [before, rows.map(row)].flat(2).join('\n');
type Rest = Partial<Omit<MeaningFile, 'name' | 'content' | 'right'>>;
export const file = (name: string, content: () => string, right: Sums, rest: Rest = {}): MeaningFile => ({
  name,
  content,
  right,
  asks: [],
  isWater: false,
  ...rest,
});
/** One column of values for each name. */
export const columns = (names: readonly string[], right: Sums, rest: Rest = {}, scale = 1): MeaningFile =>
  file(
    names.join(' | '),
    () =>
      lines(
        `Data e hora;${names.join(';')}`,
        (s) =>
          `${start(s)};${names.map((_, column) => comma((VALUES[column] ?? kwh)(s) * scale, 9)).join(';')}`,
      ),
    right,
    rest,
  );
