/** Frames as the database writes them: one a line, `(epoch ms,value,…)`, an empty value is 'not measured'. */
export interface FrameLines {
  readonly count: number;
  readonly lines: string;
}

/** Runs of at most so many frames, in order; of no frames none. */
export const inRuns = ({ count, lines }: FrameLines, most: number): readonly FrameLines[] => {
  const runs: FrameLines[] = [];
  let from = 0;
  for (let taken = 0; taken < count; taken += most) {
    const length = Math.min(most, count - taken);
    let end = from - 1;
    for (let line = 0; line < length && end !== lines.length; line++) {
      const newline = lines.indexOf('\n', end + 1);
      end = newline < 0 ? lines.length : newline;
    }
    runs.push({ count: length, lines: lines.slice(from, end) });
    from = end + 1;
  }
  return runs;
};
