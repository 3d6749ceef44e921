import { withoutMarks } from '../../../base/text/without-marks.ts';

/** Lower case without accents; `_` is a space. */
export const plainName = (name: string): string =>
  withoutMarks(name)
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim();
