// npm run build: the web application, unless it is newer than its sources.
import { ensureInstalled } from './ensure-installed.mjs';
import { buildWeb } from './steps/build-web.mjs';
import { toldPlainly } from './steps/told-plainly.mjs';

await toldPlainly(async () => {
  ensureInstalled();
  await buildWeb();
  return 0;
});
