// npm start: the server, with everything it needs. Arguments go through: npm start -- --help
import { ensureInstalled } from './ensure-installed.mjs';
import { buildWeb } from './steps/build-web.mjs';
import { onEndSignal } from './steps/long-running.mjs';
import { withOneLineErrors } from './steps/one-line-errors.mjs';
import { startSupervisedServer } from './steps/supervised-server.mjs';

await withOneLineErrors(async () => {
  ensureInstalled();
  const args = process.argv.slice(2);
  if (!args.includes('--help')) await buildWeb();
  const server = startSupervisedServer(args);
  onEndSignal(server.end);
  return server.ended;
});
