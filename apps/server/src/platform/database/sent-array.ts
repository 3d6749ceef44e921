/** The form of a `BinaryColumn`, as `array_send` writes it: dimensions, flags, type, length and lower bound; each value after its own length, negative for null. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

/** Types of numbers that the database sends, each with how many bytes it takes. */
const WIDTHS = { float4: 4, int8: 8 } as const;
type SentType = keyof typeof WIDTHS;

const BEYOND_FOUR = 2 ** 32;

const readOne = (view: DataView, at: number, type: SentType): number => {
  if (type === 'float4') return view.getFloat32(at);
  return view.getInt32(at) * BEYOND_FOUR + view.getUint32(at + LENGTH_BYTES);
};

/** The base64 of an array of one dimension as the database sends it; NaN is null. Of no array none. */
export const sentNumbers = (text: string | null, type: SentType): Float64Array => {
  if (text === null) return new Float64Array();
  const bytes = Buffer.from(text, 'base64');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = new Float64Array(view.getInt32(12));
  let at = HEADER_BYTES;
  for (let index = 0; index < numbers.length; index++) {
    const isNull = view.getInt32(at) < 0;
    at += LENGTH_BYTES;
    numbers[index] = isNull ? Number.NaN : readOne(view, at, type);
    if (!isNull) at += WIDTHS[type];
  }
  return numbers;
};

/** SQL of an array as {@link sentNumbers} reads it: nothing is printed, nor read from print. */
export const sentArray = (value: string): string => `encode(array_send(array_agg(${value})), 'base64')`;
