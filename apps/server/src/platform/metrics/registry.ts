import { collectDefaultMetrics, Registry } from 'prom-client';

/** The process's own metrics; features add theirs to it. */
export const createRegistry = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'nascente_' });
  return registry;
};
