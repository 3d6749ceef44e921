import { isDeepStrictEqual } from 'node:util';
import type { Mac } from '@nascente/domain/metering/mac';
import { createRemembered } from '../../platform/memory/remembered.ts';
import type { Meter } from './meter.ts';
import type { Viewer } from './visibility.ts';

/** About a kilobyte each. */
const MOST_RECALLED = 4_000;
/** What was found is compared as a whole, so nothing else stands for it. */
const AS_FOUND = '';

/** Finds a meter for somebody, or throws. */
type Find = (viewer: Viewer, mac: Mac) => Promise<Meter>;

/**
 * Reads about a meter while it is looked up, by what it was when the same viewer last found it: most often nothing has
 * changed since. What was read so counts only if nothing has; otherwise it is read again. `read` may run twice, and may
 * run for somebody who does not see the meter any more, who then gets what `find` throws and nothing else.
 */
export const createRecallingReader = (find: Find) => {
  const recalled = createRemembered<Meter>(MOST_RECALLED);

  return async <T>(viewer: Viewer, mac: Mac, read: (meter: Meter) => Promise<T>): Promise<T> => {
    const key = `${viewer.scope} ${viewer.accountId} ${mac}`;
    const known = recalled.recall(key, AS_FOUND);
    const early = known === null ? null : read(known);
    // Whatever it fails of says nothing unless the meter is found, and still the same.
    early?.catch(() => undefined);
    const meter = await find(viewer, mac).catch((failure: unknown) => {
      recalled.forget(key);
      throw failure;
    });
    recalled.keep(key, AS_FOUND, meter);
    return early !== null && isDeepStrictEqual(meter, known) ? early : read(meter);
  };
};
