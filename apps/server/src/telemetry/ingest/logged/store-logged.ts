import type { Intake } from '../intake.ts';
import { readLogEntry } from './logged-messages.ts';

/** Takes an entry of the log the way of any message; resolves when all of it is durable. Throws for one it cannot read. */
export const storeLogged =
  (receive: Intake['receive']) =>
  async (entry: Uint8Array): Promise<void> => {
    const messages = readLogEntry(entry);
    const { promise, resolve } = Promise.withResolvers<void>();
    let pending = messages.length;
    const done = (): void => {
      if (--pending === 0) resolve();
    };
    for (const { sender, ...message } of messages) receive(sender, message, done);
    if (messages.length > 0) await promise;
  };
