/** The header of a frame of binary data of so many bytes, with a mask of zeros. */
export const binaryFrame = (length: number): Buffer => {
  const header = Buffer.alloc(14);
  header.writeUInt16BE(0x82ff, 0);
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
};

/** The first byte and the length of an MQTT packet (MQTT 3.1.1, section 2.2). */
export const packetStart = (firstByte: number, length: number): Buffer => {
  const bytes = [firstByte];
  let rest = length;
  do {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.from(bytes);
};
