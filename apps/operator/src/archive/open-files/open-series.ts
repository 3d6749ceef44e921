import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import { FRAME_FIELDS, type FrameField, frameColumn } from '@nascente/domain/telemetry/frames/frame-fields';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/clipped-runs';
import type { PhaseColumn } from '@nascente/domain/telemetry/intervals/series';
import type { InstallationSpan, MeterDays, MeterFrames } from '@nascente/server/telemetry/series/index';
import type { OpenColumn } from './open-column.ts';

/** A day of a message a second is 30 MB on the way. */
const FRAMES_AT_ONCE_MS = DAY_MS;
const QUARTERS_AT_ONCE_MS = 50 * DAY_MS;

const SINCE = 'since the message before it';
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^rssi$/, 'signal of the radio, dBm'],
  [/^t$/, 'temperature of the board, °C'],
  [/^v[abc]$/, 'voltage of a phase, V'],
  [/^i[abc]$/, 'current of a phase, A'],
  [/^pf[abc]$/, 'power factor, −1 to 1'],
  [/^w[abc]$/, 'active power, W; negative: injected'],
  [/^var[abc]$/, 'reactive power, var'],
  [/^[vi]thd[abc]$/, 'total harmonic distortion, %'],
  [/^flow$/, 'flow of water, L/min'],
  [/^(energy|reactive|volume)_/, SINCE],
];

const column = (name: string, type: string, meaning?: string, isNullable = true): OpenColumn => ({
  name,
  type,
  isNullable,
  refersTo: name === 'installation_id' ? 'installation.id' : null,
  ...(meaning === undefined ? {} : { meaning }),
});
const INSTALLATION = column('installation_id', 'integer', undefined, false);
const AT = 'timestamp with time zone';

const ofField = (field: FrameField): OpenColumn => {
  const name = frameColumn(field);
  return column(name, 'double precision', MEANINGS.find(([pattern]) => pattern.test(name))?.[1]);
};

/** Of a file of what was measured: its columns, and its rows of one installation. */
interface OpenSeries {
  readonly columns: readonly OpenColumn[];
  /** Lines of CSV, some thousand at a time. */
  lines(span: InstallationSpan): AsyncGenerator<{ readonly text: string; readonly rows: number }>;
}

const pieces = function* (span: InstallationSpan, lengthMs: number): Generator<InstallationSpan> {
  for (let from: number = span.from; from < span.to; from += lengthMs)
    yield { ...span, from: instant(from), to: instant(Math.min(from + lengthMs, span.to)) };
};

const iso = (at: number): string => new Date(at).toISOString();
const numberText = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '' : String(value);

/** Every reading, those of closed days opened to rows. */
export const openReadings = (frames: MeterFrames): OpenSeries => ({
  columns: [
    INSTALLATION,
    column('at', AT, 'measured, by the clock of the board', false),
    ...FRAME_FIELDS.map(ofField),
    column('counts', 'boolean', 'false: marked as wrong, and in no total', false),
  ],
  async *lines(span) {
    const { installationId } = span;
    for (const piece of pieces(span, FRAMES_AT_ONCE_MS)) {
      const { at, columns } = await frames.readEvery(installationId, piece);
      if (at.length === 0) continue;
      const marks = await frames.excluded(installationId, piece);
      const isMarked = (moment: number): boolean =>
        marks.some(({ from, to }) => moment >= from && moment < to);
      let text = '';
      for (const [index, moment] of at.entries()) {
        const values = FRAME_FIELDS.map((field) => numberText(columns[field]?.[index]));
        text += `${installationId},${iso(moment)},${values.join()},${!isMarked(moment)}\n`;
      }
      yield { text, rows: at.length };
    }
  },
});

const phases = (quantity: string, unit: string): [string, PhaseColumn][] =>
  ['A', 'B', 'C'].map((phase) => [
    `${quantity}_${phase.toLowerCase()}_${unit}`,
    `${quantity}${phase}` as PhaseColumn,
  ]);
const QUANTITIES: readonly (readonly [string, PhaseColumn])[] = [
  ...phases('consumed', 'mwh'),
  ...phases('injected', 'mwh'),
  ...phases('inductive', 'mvarh'),
  ...phases('capacitive', 'mvarh'),
  ['volume_ml', 'volume'],
];
const QUARTER_COLUMNS = QUANTITIES.map(([, quantity]) => quantity);

/** Every quarter-hour with data that counts: what all totals are added up from. */
export const openQuarters = (days: Pick<MeterDays, 'read'>): OpenSeries => ({
  columns: [
    INSTALLATION,
    column('start', AT, 'begin of the quarter of an hour', false),
    ...QUANTITIES.map(([name]) => column(name, 'bigint', undefined, false)),
  ],
  async *lines(span) {
    for (const piece of pieces(span, QUARTERS_AT_ONCE_MS)) {
      const [runs] = await days.read(QUARTER_COLUMNS, [piece]);
      const rows = rowsOfRuns(QUARTER_COLUMNS, piece, runs);
      if (rows.length === 0) continue;
      const lines = rows.map(
        ({ start, values }) => `${span.installationId},${iso(start)},${values.join()}\n`,
      );
      yield { text: lines.join(''), rows: rows.length };
    }
  },
});
