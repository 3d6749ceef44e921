/** Of `array_send`: dimensions, flags, type, length and lower bound; each value after its own length, negative for null. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

const MEASURED = { float4: 'readFloatBE', int4: 'readInt32BE' } as const;

/** The base64 of an array of one dimension as the database sends it; NaN is null. Of no array none. */
export const sentNumbers = (text: string | null, type: keyof typeof MEASURED): Float64Array => {
  if (text === null) return new Float64Array();
  const bytes = Buffer.from(text, 'base64');
  const read = MEASURED[type];
  const numbers = new Float64Array(bytes.readInt32BE(12));
  let at = HEADER_BYTES;
  for (let index = 0; index < numbers.length; index++) {
    const isNull = bytes.readInt32BE(at) < 0;
    at += LENGTH_BYTES;
    numbers[index] = isNull ? Number.NaN : bytes[read](at);
    if (!isNull) at += LENGTH_BYTES;
  }
  return numbers;
};
