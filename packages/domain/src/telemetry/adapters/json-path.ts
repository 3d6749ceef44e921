/**
 * The value at a path of keys and indexes separated by points (`ENERGY.Total.0`); an empty path is the value itself. A key
 * may contain points itself (`1.8.0`): the longest key that an object has is taken. Index 0 of a value that is no list is
 * the value: meters of one phase leave the list out.
 *
 * @returns undefined where there is nothing
 */
export function valueAtPath(value: unknown, path: string): unknown {
  return path === '' ? value : valueAt(value, path.split('.'));
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(value)) return valueAt(value[Number(key)], rest);
  if (typeof value !== 'object' || value === null) return key === '0' ? valueAt(value, rest) : undefined;
  for (let length = keys.length; length > 0; length--) {
    const name = keys.slice(0, length).join('.');
    if (Object.hasOwn(value, name)) return valueAt(value[name as never], keys.slice(length));
  }
  return undefined;
}
