/** Number types in which the database sends arrays, with their size in bytes. Integers below 2^53 are exact as float8. */
const WIDTHS = { float4: 4, float8: 8 } as const;
type SentType = keyof typeof WIDTHS;

/** Decodes a column made by {@link sentArray}. A null value becomes NaN; no rows give an empty array. */
export const sentNumbers = (text: string | null, type: SentType = 'float8'): Float64Array => {
  if (text === null) return new Float64Array();
  const bytes = Buffer.from(text, 'base64');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const width = WIDTHS[type];
  const numbers = new Float64Array(bytes.length / width);
  for (let index = 0; index < numbers.length; index++)
    numbers[index] = type === 'float4' ? view.getFloat32(index * width) : view.getFloat64(index * width);
  return numbers;
};

/**
 * SQL that returns the values of a column as the base64 of their binary form, so that numbers are neither printed nor parsed as
 * text.
 */
export const sentArray = (value: string, type: SentType = 'float8'): string =>
  `encode(string_agg(${type}send(coalesce((${value})::${type}, 'NaN')), ''::bytea), 'base64')`;
