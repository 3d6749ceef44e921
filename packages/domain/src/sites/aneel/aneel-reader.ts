import { type AneelAssembled, createAneelAssembly } from './aneel-assembly.ts';
import type { Positions } from './aneel-line.ts';
import { createRefusalCounter, type RowRefusal, type RowRefusals } from './aneel-reasons.ts';
import { type AneelChoice, readAneelRow, type TariffColumn } from './aneel-row.ts';

/** What the rows of a file came to: `rows` is `takenRows` and everything that `refusals` counts. */
export interface AneelReading extends AneelAssembled {
  readonly rows: number;
}

interface AneelReader {
  /** A row of the file, after its header; an empty line is none. */
  row(line: string): void;
  finish(): AneelReading;
}

function sumOf(one: RowRefusals, other: RowRefusals): RowRefusals {
  const sum = createRefusalCounter();
  for (const counts of [one, other]) {
    for (const [reason, rows] of Object.entries(counts)) sum.add(reason as RowRefusal, rows);
  }
  return sum.counts;
}

/** Reads the tariff file row by row, and keeps only what becomes a tariff. */
export function createAneelReader(
  header: { readonly positions: Positions<TariffColumn>; readonly columns: number },
  choice: AneelChoice,
): AneelReader {
  const assembly = createAneelAssembly();
  const refused = createRefusalCounter();
  let rows = 0;
  return {
    row(line) {
      if (line === '' || line === '\r') return;
      rows += 1;
      const row = readAneelRow(line, header.positions, header.columns, choice);
      if (typeof row === 'string') refused.add(row);
      else assembly.add(row);
    },
    finish() {
      const assembled = assembly.finish();
      return { ...assembled, rows, refusals: sumOf(refused.counts, assembled.refusals) };
    },
  };
}
