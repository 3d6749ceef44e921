import type { Config } from './config.ts';

type PublicAddress = Pick<Config, 'publicUrl' | 'port' | 'tls' | 'httpsPort'>;

/**
 * Where people reach the web application, without a slash at its end. Never from a request: whoever sends one could
 * choose where the links of our letters lead.
 */
export const publicUrlOf = ({ publicUrl, port, tls, httpsPort }: PublicAddress): string =>
  publicUrl ?? (tls === null ? `http://localhost:${port}` : `https://localhost:${httpsPort}`);
