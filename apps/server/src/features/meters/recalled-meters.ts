import { isDeepStrictEqual } from 'node:util';
import type { Mac } from '@nascente/domain/metering/mac';
import type { Meter } from './meter.ts';
import type { Viewer } from './visibility.ts';

/** About a kilobyte each. */
const MOST_RECALLED = 4_000;

/** Finds a meter for somebody, or throws. */
type Find = (viewer: Viewer, mac: Mac) => Promise<Meter>;

/**
 * Reads about a meter while it is looked up, by what it was when the same viewer last found it: most often nothing has
 * changed since. What was read so counts only if nothing has; otherwise it is read again. `read` may run twice, and may
 * run for somebody who does not see the meter any more, who then gets what `find` throws and nothing else.
 */
export const createRecallingReader = (find: Find) => {
  const recalled = new Map<string, Meter>();
  const keep = (key: string, meter: Meter): void => {
    recalled.delete(key);
    recalled.set(key, meter);
    const [oldest] = recalled.keys();
    if (recalled.size > MOST_RECALLED && oldest !== undefined) recalled.delete(oldest);
  };

  return async <T>(viewer: Viewer, mac: Mac, read: (meter: Meter) => Promise<T>): Promise<T> => {
    const key = `${viewer.scope} ${viewer.accountId} ${mac}`;
    const known = recalled.get(key);
    const early = known && read(known);
    // Whatever it fails of says nothing unless the meter is found, and still the same.
    early?.catch(() => undefined);
    const meter = await find(viewer, mac).catch((failure: unknown) => {
      recalled.delete(key);
      throw failure;
    });
    keep(key, meter);
    return early && isDeepStrictEqual(meter, known) ? early : read(meter);
  };
};
