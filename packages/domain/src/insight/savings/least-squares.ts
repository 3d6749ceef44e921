/** Keeps what no row tells apart from being divided by nothing. */
const RIDGE = 1e-9;

/** The sums that a fit by least squares is found from; rows can be taken out again. */
interface NormalEquations {
  readonly matrix: number[][];
  readonly side: number[];
}

export function emptyEquations(unknowns: number): NormalEquations {
  const zeros = (): number[] => Array.from({ length: unknowns }, () => 0);
  return { matrix: Array.from({ length: unknowns }, zeros), side: zeros() };
}

/** @param times 1 adds the row, -1 takes it out */
export function addRow({ matrix, side }: NormalEquations, row: readonly number[], value: number, times = 1) {
  for (let index = 0; index < row.length; index += 1) {
    const share = times * (row[index] as number);
    // Most of a row is of other weekdays.
    if (share === 0) continue;
    side[index] = (side[index] as number) + share * value;
    const line = matrix[index] as number[];
    for (let column = 0; column < row.length; column += 1)
      line[column] = (line[column] as number) + share * (row[column] as number);
  }
}

/** Coefficients by Gauss and Jordan, each unknown drawn next to nothing towards zero: one that no row asks for is zero. */
export function solveEquations({ matrix, side }: NormalEquations): number[] {
  const lines = matrix.map((line, index) => {
    const withRidge = [...line, side[index] as number];
    withRidge[index] = (withRidge[index] as number) + RIDGE * (1 + (withRidge[index] as number));
    return withRidge;
  });
  for (const [pivot, top] of lines.entries()) {
    for (const line of lines) {
      if (line === top) continue;
      const factor = (line[pivot] as number) / (top[pivot] as number);
      for (let column = pivot; column <= side.length; column += 1)
        line[column] = (line[column] as number) - factor * (top[column] as number);
    }
  }
  return lines.map((line, index) => (line[side.length] as number) / (line[index] as number));
}

export function product(row: readonly number[], coefficients: readonly number[]): number {
  return row.reduce((sum, one, index) => sum + one * (coefficients[index] as number), 0);
}
