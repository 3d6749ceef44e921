import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { root } from './toolchain.mjs';

const portOf = (name, usual) => Number(process.env[name] ?? usual);

/** Where the demonstration listens and keeps what it knows; its own data, never those of `npm start`. */
export const demoSettings = () => ({
  http: portOf('PORT', 8080),
  mqtt: portOf('MQTT_PORT', 1883),
  webSocket: portOf('MQTT_WS_PORT', 9002),
  dataDir: resolve(root, process.env.DATA_DIR ?? join('data', 'demo')),
});

/** What an installation may have and the demonstration shows, unless the environment says otherwise. */
export const shownOff = ({ http }, environment = process.env) => {
  const address = (environment.PUBLIC_URL ?? `http://localhost:${http}`).replace(/\/+$/, '');
  return {
    SECOND_BRAND: environment.SECOND_BRAND ?? 'solarsul.com.br',
    REFRIGERATION_PANEL_URL:
      environment.REFRIGERATION_PANEL_URL ?? `${address}/system/${encodeURIComponent('Refrigeração')}`,
  };
};

const isFree = (port) =>
  new Promise((answer) => {
    const probe = createServer();
    probe.once('error', (error) => answer(error.code !== 'EADDRINUSE'));
    probe.listen(port, () => probe.close(() => answer(true)));
  });

/** One clear line when a port is taken, before anything is started. */
export const requireFreePorts = async ({ http, mqtt, webSocket }) => {
  for (const [name, port] of [
    ['PORT', http],
    ['MQTT_PORT', mqtt],
    ['MQTT_WS_PORT', webSocket],
  ]) {
    if (port !== 0 && !(await isFree(port))) {
      throw new Error(
        `Port ${port} is in use. End what uses it, or choose another: ${name}=${port + 1} npm run demo`,
      );
    }
  }
};
