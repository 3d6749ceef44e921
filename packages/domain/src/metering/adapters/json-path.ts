/**
 * The value at a path of keys and indexes separated by points (`ENERGY.Total.0`); an empty path is the value itself.
 * Index 0 of what is no list is the thing itself: meters of one phase leave the list out.
 *
 * @returns undefined where there is nothing
 */
export function valueAtPath(value: unknown, path: string): unknown {
  if (path === '') return value;
  let here = value;
  for (const key of path.split('.')) {
    if (Array.isArray(here)) here = here[Number(key)];
    else if (typeof here === 'object' && here !== null)
      here = Object.hasOwn(here, key) ? here[key as never] : undefined;
    else if (key !== '0') return undefined;
  }
  return here;
}
