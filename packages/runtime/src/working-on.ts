import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the request for which something is done now, so that every line of the log about it names it. */
export const workingOn = new AsyncLocalStorage<string>();
