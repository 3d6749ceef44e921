import { type HourlyQuality, QUALITY_COLUMNS } from '@nascente/domain/telemetry/quality/hourly-quality';

const HOURS_OF_DAY = 24;
const EIGHT = 8;

/** Encodes the columns of a day one after the other with 64-bit floats; `null`: nothing was measured. */
export const encodeQuality = (quality: HourlyQuality): Buffer | null => {
  const columns = QUALITY_COLUMNS.map((name) => quality[name]);
  if (columns.every((column) => column.every(Number.isNaN))) return null;
  const bytes = Buffer.alloc(columns.length * HOURS_OF_DAY * EIGHT);
  for (const [index, column] of columns.entries())
    for (const [hour, mean] of column.entries())
      bytes.writeDoubleBE(mean, (index * HOURS_OF_DAY + hour) * EIGHT);
  return bytes;
};

export const decodeQuality = (bytes: Buffer): HourlyQuality => {
  const column = (index: number): Float64Array =>
    Float64Array.from({ length: HOURS_OF_DAY }, (_, hour) =>
      bytes.readDoubleBE((index * HOURS_OF_DAY + hour) * EIGHT),
    );
  return Object.fromEntries(QUALITY_COLUMNS.map((name, index) => [name, column(index)])) as HourlyQuality;
};
