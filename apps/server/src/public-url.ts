import type { Config } from './config.ts';

/**
 * Where people reach the web application, without a slash at its end. Never from a request: whoever sends one could
 * choose where the links of our letters lead.
 */
export const publicUrlOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;
