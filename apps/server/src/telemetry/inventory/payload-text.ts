const BACKSLASH = 0x5c;

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && byte !== BACKSLASH;

/** Bytes as text that is safe to show and to copy: what is no printable ASCII is written as \xNN. */
export const payloadText = (payload: Buffer): string =>
  Array.from(payload, (byte) =>
    isPrintable(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0').toUpperCase()}`,
  ).join('');
