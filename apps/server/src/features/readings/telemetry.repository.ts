import type { RowLength } from '@nascente/contract/telemetry';
import type { Instant, Zone } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { COUNTED } from './counted-readings.ts';
import type { CurveRow } from './day-curve.ts';
import type { FrameField } from './frame-fields.ts';
import { FRAME_COLUMNS } from './frame-fields.ts';
import type { FrameLines } from './frame-lines.ts';
import { FRAMES_AS_LINES, type Span } from './frames.repository.ts';

const IN_SPAN = `installation_id = $1 and at >= $2 and at < $3 and ${COUNTED}`;

const POWER = `case when num_nonnulls(wa, wb, wc) > 0
  then coalesce(wa, 0) + coalesce(wb, 0) + coalesce(wc, 0) else flow end`;

/** Arrays as the database sends them in binary: nothing is printed, nor read from print. */
const sent = (name: string, value: string): string =>
  `encode(array_send(array_agg(${value})), 'base64') as ${name}`;

const CURVE = `select ${sent('at', "(date_part('epoch', at) * 1000 - date_part('epoch', $2::timestamptz) * 1000)::integer")},
  ${sent('level', `(${POWER})::real`)},
  ${sent('lowest', 'least(va, vb, vc)')}, ${sent('highest', 'greatest(va, vb, vc)')}
from (select at, wa, wb, wc, va, vb, vc, flow from reading where ${IN_SPAN} order by at) frame`;

const AT_INSTANTS = `${FRAMES_AS_LINES}
  from reading where installation_id = $1 and at = any($2::timestamptz[]) order by at) frame`;

export interface RowsAsked {
  readonly fields: readonly FrameField[];
  readonly limit: number;
  readonly zone: Zone;
}

export type Row = Record<string, string | number | null>;

export interface TelemetryRepository {
  /** Of every frame its instant, power or flow, and voltages. */
  curve(installationId: number, span: Span): Promise<CurveRow>;
  /** Oldest first. */
  framesAt(installationId: number, instants: readonly Instant[]): Promise<FrameLines>;
  /** Frames, or means and sums of stretches of time; newest first. */
  rows(installationId: number, span: Span, every: RowLength | undefined, asked: RowsAsked): Promise<Row[]>;
}

const SLOTS: Readonly<Record<RowLength, string>> = {
  '1m': "date_bin('1 minute', at, timestamptz 'epoch')",
  '15m': "date_bin('15 minutes', at, timestamptz 'epoch')",
  '1h': "date_trunc('hour', at, $5)",
  '1d': "date_trunc('day', at, $5)",
};

/** Increments are kept in thousandths and answered in the meter's own unit. */
const columnOf = (field: FrameField): string => {
  const { column, isIncrement } = FRAME_COLUMNS[field];
  return isIncrement ? `${column}::float8 / 1000` : column;
};
const meanOrSum = (field: FrameField): string => {
  const { column, isIncrement } = FRAME_COLUMNS[field];
  return isIncrement ? `sum(${column})::float8 / 1000` : `avg(${column}::float8)`;
};

const spanOf = (installationId: number, { from, to }: Span): [number, string, string] => [
  installationId,
  new Date(from).toISOString(),
  new Date(to).toISOString(),
];

export const createTelemetryRepository = (pool: Pool): TelemetryRepository => ({
  async curve(installationId, span) {
    const { rows } = await pool.query<CurveRow>({
      name: 'curve-of-day',
      text: CURVE,
      values: spanOf(installationId, span),
    });
    return rows[0] ?? { at: null, level: null, lowest: null, highest: null };
  },
  async framesAt(installationId, instants) {
    const { rows } = await pool.query<{ count: number; lines: string | null }>({
      name: 'frames-at',
      text: AT_INSTANTS,
      values: [installationId, instants.map((at) => new Date(at).toISOString())],
    });
    return { count: rows[0]?.count ?? 0, lines: rows[0]?.lines ?? '' };
  },
  async rows(installationId, span, every, { fields, limit, zone }) {
    const slot = every === undefined ? 'at' : SLOTS[every];
    const values = fields.map((field) => `${every ? meanOrSum(field) : columnOf(field)} as "${field}"`);
    const needsZone = slot.includes('$5');
    const { rows } = await pool.query<Row & { date: Date }>(
      `select ${slot} as date, ${values.join(', ')} from reading where ${IN_SPAN}
        ${every ? 'group by 1' : ''} order by 1 desc limit $4`,
      [...spanOf(installationId, span), limit, ...(needsZone ? [zone] : [])],
    );
    return rows.map(({ date, ...row }) => ({ date: (date as unknown as Date).toISOString(), ...row }));
  },
});
