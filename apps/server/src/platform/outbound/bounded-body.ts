/** The unpacked body of an answer. Throws, and reads no further, where it is larger. */
export const readBoundedBody = async (response: Response, maxBytes: number): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new Error('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
};
