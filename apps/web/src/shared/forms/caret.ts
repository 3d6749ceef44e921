const COUNTS = /[0-9A-Z]/i;

/** How many characters before the caret count, leaving out what the mask put there. */
export const countBefore = (text: string, caret: number): number =>
  [...text.slice(0, caret)].filter((character) => COUNTS.test(character)).length;

/** Where the caret stands in a masked text after so many characters that count. */
export const caretAfter = (masked: string, count: number): number => {
  if (count === 0) return 0;
  let seen = 0;
  for (const [index, character] of [...masked].entries()) {
    if (COUNTS.test(character)) seen += 1;
    if (seen === count) return index + 1;
  }
  return masked.length;
};
