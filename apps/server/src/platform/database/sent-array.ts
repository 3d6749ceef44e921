/** Types of numbers that the database sends, each with how many bytes it takes: whole ones below 2^53 are exact as float8. */
const WIDTHS = { float4: 4, float8: 8 } as const;
type SentType = keyof typeof WIDTHS;

/** The base64 of numbers one after the other as the database sends them; null is NaN. Of no rows none. */
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

/** SQL of a column as {@link sentNumbers} reads it: nothing is printed, nor read from print. */
export const sentArray = (value: string, type: SentType = 'float8'): string =>
  `encode(string_agg(${type}send(coalesce((${value})::${type}, 'NaN')), ''::bytea), 'base64')`;
