// npm run build: the web application, unless it is newer than its sources.
import { ensureInstalled } from './ensure-installed.mjs';
import { buildWeb } from './steps/build-web.mjs';
import { withOneLineErrors } from './steps/one-line-errors.mjs';

await withOneLineErrors(async () => {
  ensureInstalled();
  await buildWeb();
  return 0;
});
