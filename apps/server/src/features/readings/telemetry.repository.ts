import type { RowLength } from '@nascente/contract/telemetry';
import type { Zone } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { COUNTED, FRAME_COLUMNS, type FrameField, type Span } from '../series/index.ts';

const IN_SPAN = `installation_id = $1 and at >= $2 and at < $3 and ${COUNTED}`;

export interface RowsAsked {
  readonly fields: readonly FrameField[];
  readonly limit: number;
  readonly zone: Zone;
}

export type Row = Record<string, string | number | null>;

export interface TelemetryRepository {
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
