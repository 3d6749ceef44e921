const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inOrder = (_name: string, value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [another]) => (one < another ? -1 : 1)))
    : value;

/** FNV-1a: offset basis and prime of 32 bits. */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
/** Starts the second half elsewhere: 64 bits together. */
const SECOND_BASIS = 0x9e3779b9;

const hash = (text: string, basis: number): string => {
  let state = basis;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), PRIME);
  return (state >>> 0).toString(16).padStart(8, '0');
};

/** 16 hex digits that equal JSON values share, whatever the order of fields. It tells versions apart and is not secure. */
export function fingerprint(value: unknown): string {
  const text = JSON.stringify(value, inOrder) ?? '';
  return `${hash(text, BASIS)}${hash(text, SECOND_BASIS)}`;
}
