import { Gauge, type Registry } from 'prom-client';
import type { MessageLog } from './message-log.ts';

/** How much lies in the log, and how much may; absent while its servers do not say. */
export const measureLog = (
  messages: Pick<MessageLog, 'held'>,
  mostBytes: number,
  registry: Registry,
): void => {
  new Gauge({
    name: 'nascente_log_held',
    help: 'What the log between edges and the database holds that is not stored yet; most_bytes is what it takes.',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      this.reset();
      this.set({ of: 'most_bytes' }, mostBytes);
      const held = await messages.held().catch(() => null);
      if (held === null) return;
      this.set({ of: 'entries' }, held.entries);
      this.set({ of: 'bytes' }, held.bytes);
    },
  });
};
