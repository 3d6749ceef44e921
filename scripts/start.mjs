// npm start: the server, with everything it needs. Arguments go through: npm start -- --help
import { ensureInstalled } from './ensure-installed.mjs';
import { buildWeb } from './steps/build-web.mjs';
import { onEndSignal } from './steps/long-running.mjs';
import { startSupervisedServer } from './steps/supervised-server.mjs';
import { toldPlainly } from './steps/told-plainly.mjs';

await toldPlainly(async () => {
  ensureInstalled();
  const given = process.argv.slice(2);
  if (!given.includes('--help')) await buildWeb();
  const server = startSupervisedServer(given);
  onEndSignal(server.end);
  return server.ended;
});
