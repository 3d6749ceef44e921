/** Direction of imports: domain <- contract <- platform, shared <- areas <- compose, app. */
const SERVER = '^apps/server/src';
const WEB = '^apps/web/src';

/** Order of the areas, in every workspace: an area imports the areas before it. `base` exists in domain and contract. */
const AREAS = ['base', 'people', 'sites', 'telemetry', 'energy', 'money', 'insight', 'alerts', 'connections', 'operations'];
const AREA = `(${AREAS.join('|')})`;

const areasInOrder = ['packages/domain', 'packages/contract', 'apps/server', 'apps/web'].flatMap((workspace) =>
  AREAS.slice(0, -1).map((area, index) => ({
    name: 'areas-in-order',
    severity: 'error',
    from: { path: `^${workspace}/src/${area}/`, pathNot: '\\.test\\.tsx?$|/testing/' },
    to: { path: `^${workspace}/src/(${AREAS.slice(index + 1).join('|')})/` },
  })),
);

const TESTS = '\\.test\\.tsx?$|/testing/|^tests/|^bench/';
/** Started by their path: programs, workers, a process's main file. */
const ENTRIES =
  '\\.(worker|process|d)\\.ts$|^apps/operator/src/[^/]+\\.ts$|/src/main\\.ts$|/app/main\\.tsx$|^apps/server/src/[^/]+/tables\\.ts$|service-worker\\.ts$|keep-wal\\.ts$';

module.exports = {
  forbidden: [
    ...areasInOrder,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'domain-is-pure',
      comment: 'Domain does no I/O: it imports nothing but itself (tests may use test libraries).',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/domain/src' },
    },
    {
      name: 'contract-knows-domain-only',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/(contract|domain)/src|node_modules/zod' },
    },
    {
      name: 'packages-stand-alone',
      comment: 'runtime imports no other workspace, postgres-host and message-log import runtime only.',
      severity: 'error',
      from: { path: '^packages/(runtime|postgres-host|message-log)/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(runtime/src|$1/src)/' },
    },
    {
      name: 'charts-know-domain-only',
      severity: 'error',
      from: { path: '^packages/charts/src', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(charts|domain)/src/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: `${SERVER}/platform` },
      to: { path: `${SERVER}/(${AREA}/|compose|main)` },
    },
    {
      name: 'server-features-meet-at-their-index',
      severity: 'error',
      from: { path: `${SERVER}/${AREA}/([^/]+)/` },
      to: { path: `${SERVER}/${AREA}/`, pathNot: [`${SERVER}/$1/$2/`, `${SERVER}/${AREA}/[^/]+/index\\.ts$`] },
    },
    {
      name: 'only-main-knows-compose',
      severity: 'error',
      from: { path: SERVER, pathNot: `${SERVER}/(main|compose|testing/.*)\\.ts$|\\.test\\.ts$` },
      to: { path: `${SERVER}/(compose|main)\\.ts$` },
    },
    {
      name: 'mqtt-broker-only-in-platform',
      severity: 'error',
      from: { path: SERVER, pathNot: `${SERVER}/platform/mqtt|\\.test\\.ts$|${SERVER}/testing` },
      to: { path: 'node_modules/(aedes|mqtt|mqtt-packet)/' },
    },
    {
      name: 'web-features-never-meet',
      severity: 'error',
      from: { path: `${WEB}/${AREA}/([^/]+)/` },
      to: { path: `${WEB}/${AREA}/`, pathNot: `${WEB}/$1/$2/` },
    },
    {
      name: 'web-shared-knows-no-feature',
      severity: 'error',
      from: { path: `${WEB}/shared` },
      to: { path: `${WEB}/(${AREA}|app)/` },
    },
    {
      name: 'web-features-know-no-app',
      severity: 'error',
      from: { path: `${WEB}/${AREA}/` },
      to: { path: `${WEB}/app` },
    },
    {
      name: 'mqtt-client-only-in-live-feed',
      severity: 'error',
      from: { path: WEB, pathNot: `${WEB}/shared/live/serve-feed\\.ts$` },
      to: { path: 'node_modules/mqtt/' },
    },
    {
      name: 'only-operator-knows-server',
      severity: 'error',
      from: { path: '^(apps/web|packages|apps/virtual-meters)/' },
      to: { path: SERVER },
    },
    {
      name: 'used-by-product',
      severity: 'error',
      comment: 'A file that only tests import is dead, or belongs in a folder `testing`.',
      from: { pathNot: TESTS },
      module: {
        path: '^(apps|packages)/[^/]+/src/.*\\.tsx?$',
        pathNot: [TESTS, ENTRIES],
        numberOfDependentsLessThan: 1,
      },
    },
    {
      name: 'no-test-in-the-product',
      severity: 'error',
      comment: 'What only tests need stands in a folder `testing`, and nothing of the product reaches into it.',
      from: { pathNot: '\\.test\\.tsx?$|/testing/|^tests/|^bench/' },
      to: { path: '\\.test\\.tsx?$|^(apps|packages)/.*/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|\\.cache)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'] },
  },
};
