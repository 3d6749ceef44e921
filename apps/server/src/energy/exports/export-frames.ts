import type { TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import type { Frames } from '@nascente/domain/telemetry/frames/frame-columns';
import { type FrameField, inMeterUnit } from '@nascente/domain/telemetry/frames/frame-fields';
import type { MeterFrames } from '../../telemetry/series/index.ts';
import type { ExportRow } from './export-columns.ts';

/** Rows of a page, about half a megabyte. */
const ROWS_A_PAGE = 1_000;
/** Maximum time before the interval in which the frame before the first one is searched. */
const LOOK_BACK_MS = DAY_MS;
const ONLY_INSTANTS: ReadonlySet<FrameField> = new Set();

export type ExportFrames = ReturnType<typeof createExportFrames>;

/** Splits an interval at the ends of UTC days. */
const daysOf = ({ from, to }: TimeSpan): TimeSpan[] => {
  const days: TimeSpan[] = [];
  for (let open: number = from; open < to; ) {
    const end = Math.min(to, (Math.floor(open / DAY_MS) + 1) * DAY_MS);
    days.push({ from: instant(open), to: instant(end) });
    open = end;
  }
  return days;
};

/** Increments are exported in the unit of the meter. */
const valueIn = (field: FrameField, number: number | undefined): string => {
  if (number === undefined || Number.isNaN(number)) return '';
  return String(inMeterUnit(field, number));
};

const rowsOf = (
  { at, columns }: Frames,
  before: number | null,
  fields: readonly FrameField[],
  marks: readonly TimeSpan[] | null,
): ExportRow[] => {
  const isMarkedAt = (instant: number): boolean =>
    marks?.some(({ from, to }) => instant >= from && instant < to) === true;
  return Array.from(at, (end, index) => {
    const values = fields.map((field) => valueIn(field, columns[field]?.[index]));
    if (marks !== null) values.push(isMarkedAt(end) ? '1' : '0');
    return { start: at[index - 1] ?? before, end, values: values.join() };
  });
};

export const createExportFrames = (frames: MeterFrames) => ({
  /**
   * Every frame of an interval, oldest first, in pages. No database cursor stays open between pages. @param isMarked - adds a
   * last column that marks excluded frames
   */
  async *pages(
    installationId: number,
    span: TimeSpan,
    fields: readonly FrameField[],
    isMarked: boolean,
  ): AsyncGenerator<ExportRow[]> {
    const marks = isMarked ? await frames.excluded(installationId, span) : null;
    const lookBack = { from: instant(span.from - LOOK_BACK_MS), to: span.from };
    let last = (await frames.readEvery(installationId, lookBack, ONLY_INSTANTS)).at.at(-1) ?? null;
    for (const day of daysOf(span)) {
      const rows = rowsOf(await frames.readEvery(installationId, day, new Set(fields)), last, fields, marks);
      for (let first = 0; first < rows.length; first += ROWS_A_PAGE)
        yield rows.slice(first, first + ROWS_A_PAGE);
      last = rows.at(-1)?.end ?? last;
    }
  },
});
