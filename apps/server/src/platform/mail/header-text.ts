const MAX_LENGTH = 200;

/** Text that may stand in a header: whoever wrote it cannot begin a header, or a line, of their own. */
export const headerText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
