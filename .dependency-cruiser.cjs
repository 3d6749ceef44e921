/** Direction of imports: domain <- contract <- platform/shared <- features <- compose/app. */
const SERVER = '^apps/server/src';
const WEB = '^apps/web/src';

module.exports = {
  forbidden: [
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
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: `${SERVER}/platform` },
      to: { path: `${SERVER}/(features|compose|main)` },
    },
    {
      name: 'server-features-meet-at-their-index',
      severity: 'error',
      from: { path: `${SERVER}/features/([^/]+)/` },
      to: { path: `${SERVER}/features/`, pathNot: [`${SERVER}/features/$1/`, `${SERVER}/features/[^/]+/index\\.ts$`] },
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
      from: { path: `${WEB}/features/([^/]+)/` },
      to: { path: `${WEB}/features/`, pathNot: `${WEB}/features/$1/` },
    },
    {
      name: 'web-shared-knows-no-feature',
      severity: 'error',
      from: { path: `${WEB}/shared` },
      to: { path: `${WEB}/(features|app)` },
    },
    {
      name: 'web-features-know-no-app',
      severity: 'error',
      from: { path: `${WEB}/features` },
      to: { path: `${WEB}/app` },
    },
    {
      name: 'mqtt-client-only-in-live-feed',
      severity: 'error',
      from: { path: WEB, pathNot: `${WEB}/shared/live/mqtt-connection\\.ts$` },
      to: { path: 'node_modules/mqtt/' },
    },
    {
      name: 'web-knows-no-server',
      severity: 'error',
      from: { path: '^(apps/web|packages|apps/virtual-meters)/' },
      to: { path: SERVER },
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
