import { isTest, sourceFiles } from '../steps/source-files.mjs';

/**
 * What imports alone do not show: where the outside world may be touched. Each rule names the places that may.
 */
const RULES = [
  {
    what: 'process.env is read only in config.ts',
    where: /^(apps\/(server|operator|web)|packages)\//,
    except: /[./]config\.ts$|^apps\/server\/src\/testing\/|^apps\/web\/scripts\//,
    found: /process\.env\b/,
  },
  {
    what: 'domain has no clock: the instant is passed in',
    where: /^packages\/(domain|contract)\//,
    except: /^$/,
    found: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/,
  },
  {
    what: 'queries are made only in *.repository.ts and platform/database',
    where: /^apps\/(server|operator)\//,
    except: /\.repository\.ts$|\/platform\/database\/|^apps\/server\/src\/testing\//,
    found:
      /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|^import (?!type)[^;]* from 'pg'/m,
  },
  {
    what: 'text of SQL, also a part of it, stands only in *.repository.ts and platform/database',
    where: /^apps\/(server|operator)\//,
    except: /\.repository\.ts$|\/platform\/database\/|^apps\/server\/src\/testing\//,
    found:
      /[`'"(]\s*(with \w+ as \(|select\b[^;]*?\bfrom\s+[\w$]|insert into\s|delete from\s|update \w+ set\s|lock table\s|(create|alter|drop|truncate) table\s)|\bfrom \w+ where\b|\b(array_agg|coalesce)\(|\bon conflict\b|\bis not null\b/,
  },
  {
    what: 'fetch is called only in api-client.ts, lookups and bounded-fetch.ts',
    where: /^apps\/(server|web)\//,
    except:
      /\/shared\/api\/api-client\.ts$|\/sites\/lookups\/|\/outbound\/bounded-fetch\.ts$|^apps\/server\/src\/testing\//,
    found: /(?<![.\w])fetch\(/,
  },
];

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const broken = (rule, file) =>
  rule.where.test(file.path) &&
  !rule.except.test(file.path) &&
  !isTest(file.path) &&
  rule.found.test(withoutComments(file.text));

const faultsOf = (files) =>
  RULES.flatMap((rule) =>
    files.filter((file) => broken(rule, file)).map(({ path }) => `${path}: ${rule.what}`),
  );

/** The rules must bite: planted breaches are refused before the real files are looked at. */
const PLANTED = [
  { path: 'apps/server/src/connections/live/live.service.ts', text: 'const port = process.env.PORT;' },
  { path: 'packages/domain/src/base/time/quarter.ts', text: 'const now = Date.now();' },
  { path: 'apps/server/src/connections/live/live.service.ts', text: 'const rows = sql<Row>`select 1`;' },
  {
    path: 'apps/server/src/energy/consumption/hours-statement.ts',
    text: 'const hours = `select count(*) as length\n  from quarter where true`;',
  },
  { path: 'apps/server/src/telemetry/ingest/add-columns.ts', text: "const ADD = ' on conflict do nothing';" },
  { path: 'apps/web/src/testing/answers.ts', text: "const answer = await fetch('/api/user');" },
  { path: 'apps/web/src/insight/home/home.tsx', text: "const answer = await fetch('/api/user');" },
];

export const checkBoundaries = () => {
  const unseen = PLANTED.filter((file) => faultsOf([file]).length !== 1).map(
    ({ path }) => `the rules let a planted breach pass: ${path}`,
  );
  const files = sourceFiles();
  return { faults: [...unseen, ...faultsOf(files)], note: `${RULES.length} rules, ${files.length} files` };
};
