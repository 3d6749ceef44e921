import type { FileReadingJson } from '@nascente/contract/energy/past-imports';
import type { PastQuestion } from '@nascente/domain/energy/past-imports/file-reading';

/** The part of a mapping that answers each question. */
const ANSWERS: Readonly<Record<PastQuestion, (reading: FileReadingJson) => unknown>> = {
  meter: ({ only }) => only,
  decimal: ({ decimal }) => decimal,
  date: ({ time }) => time,
  unit: ({ values, unitColumn }) => [values.map(({ unit }) => unit), unitColumn],
  register: ({ values }) => values.map(({ isRegister }) => isRegister),
  instant: ({ instant, endColumn }) => [instant, endColumn],
  columns: ({ values }) => values.map(({ column, quantity }) => [column, quantity]),
  produced: ({ values }) => values.map(({ column, quantity }) => [column, quantity]),
  power: ({ values }) => values.map(({ column }) => column),
  pulse: ({ pulse }) => pulse,
  repeats: ({ repeats }) => repeats,
  periods: ({ statedPeriods, instant, zone }) => [statedPeriods, instant, zone],
};

/** A changed mapping without the questions that the change answers. */
export const withoutAnswered = (before: FileReadingJson, after: FileReadingJson): FileReadingJson => ({
  ...after,
  open: after.open.filter(
    (about) => JSON.stringify(ANSWERS[about](before)) === JSON.stringify(ANSWERS[about](after)),
  ),
});
