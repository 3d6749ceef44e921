import type { Instant } from '../../base/time/zone.ts';
import type { MillivarHours, MilliwattHours } from '../../base/units/energy.ts';
import type { Millilitres } from '../../base/units/volume.ts';
import { MAC_LENGTH, type Mac, normalizeMac } from '../../sites/boards/mac.ts';
import { scanDecimal, scanThousandths, thousandthsText } from './decimal-field.ts';
import type { PhaseField } from './frame-fields.ts';
import { type BoardKind, CELLS, COLUMNS, INCREMENTS, LAYOUTS, type Layout } from './frame-layout.ts';
import type { Refusal, RefusalReason } from './refusal.ts';
import { scanTimestamp, timestampText } from './timestamp-field.ts';

export type { BoardKind } from './frame-layout.ts';

/** Null means 'not measured' and never zero. */
export type Measured<T extends number = number> = T | null;

/**
 * The content of a record, in one form for all kinds of boards: a mono board fills phase A, a water board `flow` and `volume`.
 */
export interface Frame extends Readonly<Record<PhaseField, Measured>> {
  readonly kind: BoardKind;
  /** Time by the device's clock. */
  readonly at: Instant;
  /** Signal strength, dBm. */
  readonly rssi: Measured;
  /** Temperature of the board, °C. */
  readonly t: Measured;
  /** L/min. */
  readonly flow: Measured;
  /** Negative is injected. */
  readonly energyA: Measured<MilliwattHours>;
  readonly energyB: Measured<MilliwattHours>;
  readonly energyC: Measured<MilliwattHours>;
  /** Negative is capacitive. */
  readonly reactiveA: Measured<MillivarHours>;
  readonly reactiveB: Measured<MillivarHours>;
  readonly reactiveC: Measured<MillivarHours>;
  readonly volume: Measured<Millilitres>;
}

/** Maximum length of a record in characters; a complete three-phase record has about 200. */
export const MAXIMUM_LINE_LENGTH = 1000;

const COMMA = 44;
const CARRIAGE_RETURN = 13;
const FIRST_PRINTABLE = 32;
const LAST_PRINTABLE = 126;

/** Buffers reused for all records, so that parsing allocates only the frame. */
const fieldEnds = new Int32Array(MAXIMUM_LINE_LENGTH + 1);
const cells = new Float64Array(CELLS.length);

/** Parses one record, without its line break. @param topicMac - board of the topic; the record must have the same MAC */
export function parseLine(line: string, topicMac: Mac): Frame | Refusal {
  return readLine(line, 0, line.length, topicMac);
}

/**
 * Parses records separated by LF or CRLF, oldest first. A faulty record does not affect the others; empty lines are ignored.
 * @param text - decoded as Latin-1 or UTF-8 @returns at least one frame or refusal; `isRefusal` distinguishes them
 */
export function parsePayload(text: string, topicMac: Mac): (Frame | Refusal)[] {
  const outcomes: (Frame | Refusal)[] = [];
  let start = 0;
  while (start < text.length) {
    const lineFeed = text.indexOf('\n', start);
    const next = lineFeed < 0 ? text.length : lineFeed;
    const end = next > start && text.charCodeAt(next - 1) === CARRIAGE_RETURN ? next - 1 : next;
    if (end > start) outcomes.push(readLine(text, start, end, topicMac));
    start = next + 1;
  }
  if (outcomes.length === 0) outcomes.push({ refused: 'empty', line: '' });
  return outcomes;
}

function readLine(text: string, start: number, end: number, topicMac: Mac): Frame | Refusal {
  const count = splitFields(text, start, end);
  if (typeof count === 'string') return refuse(count, text, start, end);
  const layout = LAYOUTS[count];
  if (layout === undefined) return refuse('field-count', text, start, end);
  const macEnd = fieldEnds[0] as number;
  if (!isSameMac(text, start, macEnd, topicMac)) return refuse('mac-mismatch', text, start, end);
  const timestampEnd = fieldEnds[1] as number;
  const at = scanTimestamp(text, macEnd + 1, timestampEnd);
  if (Number.isNaN(at)) return refuse('bad-timestamp', text, start, end);
  if (!readCells(text, timestampEnd, layout)) return refuse('bad-number', text, start, end);
  return frameOfCells(layout.kind, at as Instant);
}

function refuse(reason: RefusalReason, text: string, start: number, end: number): Refusal {
  return { refused: reason, line: text.slice(start, Math.min(end, start + MAXIMUM_LINE_LENGTH)) };
}

/** Finds the ends of the fields. @returns the number of fields, or the reason for a refusal */
function splitFields(text: string, start: number, end: number): number | RefusalReason {
  if (end === start) return 'empty';
  if (end - start > MAXIMUM_LINE_LENGTH) return 'too-large';
  let count = 0;
  for (let position = start; position < end; position++) {
    const code = text.charCodeAt(position);
    if (code === COMMA) fieldEnds[count++] = position;
    else if (code < FIRST_PRINTABLE || code > LAST_PRINTABLE) return 'not-text';
  }
  fieldEnds[count] = end;
  return count + 1;
}

function isSameMac(text: string, start: number, end: number, mac: Mac): boolean {
  if (end - start !== MAC_LENGTH) return false;
  return text.startsWith(mac, start) || normalizeMac(text.slice(start, end)) === mac;
}

/** Parses the measured fields into `cells`, with NaN for unmeasured ones. @returns false if a field is no number */
function readCells(text: string, timestampEnd: number, layout: Layout): boolean {
  cells.fill(Number.NaN);
  let start = timestampEnd + 1;
  for (let index = 0; index < layout.cells.length; index++) {
    const end = fieldEnds[index + 2] as number;
    if (end > start) {
      const value =
        layout.inThousandths[index] === 1 ? scanThousandths(text, start, end) : scanDecimal(text, start, end);
      if (Number.isNaN(value)) return false;
      cells[layout.cells[index] as number] = value;
    }
    start = end + 1;
  }
  return true;
}

function cell<T extends number>(index: number): Measured<T> {
  const value = cells[index] as number;
  return Number.isNaN(value) ? null : (value as T);
}

function frameOfCells(kind: BoardKind, at: Instant): Frame {
  return {
    kind,
    at,
    rssi: cell(0),
    t: cell(1),
    va: cell(2),
    vb: cell(3),
    vc: cell(4),
    ia: cell(5),
    ib: cell(6),
    ic: cell(7),
    pfa: cell(8),
    pfb: cell(9),
    pfc: cell(10),
    wa: cell(11),
    wb: cell(12),
    wc: cell(13),
    vara: cell(14),
    varb: cell(15),
    varc: cell(16),
    energyA: cell(17),
    energyB: cell(18),
    energyC: cell(19),
    reactiveA: cell(20),
    reactiveB: cell(21),
    reactiveC: cell(22),
    vthda: cell(23),
    vthdb: cell(24),
    vthdc: cell(25),
    ithda: cell(26),
    ithdb: cell(27),
    ithdc: cell(28),
    volume: cell(29),
    flow: cell(30),
  };
}

/** A frame without measurements. */
export function blankFrame(kind: BoardKind, at: Instant): Frame {
  cells.fill(Number.NaN);
  return frameOfCells(kind, at);
}

/** Formats a frame as the record of a board, which `parseLine` parses to an equal frame. Fields of other kinds are left out. */
export function formatFrame(frame: Frame, mac: Mac): string {
  let line = `${mac},${timestampText(frame.at)}`;
  for (const column of COLUMNS[frame.kind]) {
    const value = frame[column];
    line += ',';
    if (value !== null) line += INCREMENTS.has(column) ? thousandthsText(value) : String(value);
  }
  return line;
}
