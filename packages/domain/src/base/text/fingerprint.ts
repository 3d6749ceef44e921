const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inOrder = (_name: string, value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [another]) => (one < another ? -1 : 1)))
    : value;

/** FNV-1a: offset basis and prime of 32 bits. */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
/** The second hash starts from another basis; both together have 64 bits. */
const SECOND_BASIS = 0x9e3779b9;

const hash = (text: string, basis: number): string => {
  let state = basis;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), PRIME);
  return (state >>> 0).toString(16).padStart(8, '0');
};

/**
 * 16 hex digits that are equal for equal JSON values in any field order. It distinguishes versions; it is not secure against
 * forgery.
 */
export function fingerprint(value: unknown): string {
  const text = JSON.stringify(value, inOrder) ?? '';
  return `${hash(text, BASIS)}${hash(text, SECOND_BASIS)}`;
}
