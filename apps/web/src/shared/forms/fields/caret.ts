const COUNTS = /[0-9A-Z]/gi;
const LEFT_OUT = /[^0-9A-Z]/gi;

/** How many characters before the caret count, leaving out what the mask put there. */
export const countBefore = (text: string, caret: number): number =>
  text.slice(0, caret).replace(LEFT_OUT, '').length;

/** Where the caret stands in a masked text after so many characters that count. */
export const caretAfter = (masked: string, count: number): number => {
  if (count === 0) return 0;
  const last = Array.from(masked.matchAll(COUNTS))[count - 1];
  return last === undefined ? masked.length : last.index + 1;
};
