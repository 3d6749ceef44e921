import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIABLES } from './config-variables.ts';

const root = new URL('../../../', import.meta.url);
const { serverProgram } = (await import(new URL('scripts/steps/server-program.mjs', root).href)) as {
  serverProgram: readonly string[];
};
const read = (name: string): string => readFileSync(new URL(`docs/operations/${name}`, root), 'utf8');
const withoutComments = (text: string): string => text.replaceAll(/^\s*#.*$/gm, '');

const unit = withoutComments(read('nascente.service'));
const image = withoutComments(read('Containerfile'));
const [one, roles] = [withoutComments(read('compose.yaml')), withoutComments(read('compose-roles.yaml'))];

/** What Node and PostgreSQL read, and what names a thing outside of the containers. */
const NOT_OURS = new Set(['NODE_ENV', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB', 'CERTIFICATES']);

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !NOT_OURS.has(name));

test.each([
  ['nascente.service', namesIn(unit, /^Environment=(\w+)=/gm)],
  ['Containerfile', namesIn(image, /(?:^ENV|\s)([A-Z_]{3,})=/gm)],
  ['compose.yaml', namesIn(one, /\b([A-Z][A-Z_]+)(?=: |:-|:\?)/g)],
  ['compose-roles.yaml', namesIn(roles, /\b([A-Z][A-Z_]+)(?=: |:-|:\?)/g)],
])('the server reads every variable that %s sets: %j', (_, names) => {
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !(name in VARIABLES))).toEqual([]);
});

test('every role has its own service', () => {
  const named = namesIn(roles, /^ {6}ROLE: (\w+)$/gm);
  expect(named.toSorted()).toEqual(['api', 'edge', 'ingest', 'jobs']);
  for (const role of named) expect(VARIABLES.ROLE.parse(role)).toEqual(new Set([role]));
});

test('the server listens by default on every opened port', () => {
  const own = Object.entries(VARIABLES)
    .filter(([name]) => /(^|_)PORT$/.test(name))
    .map(([, { standard }]) => standard);
  const published = [...`${one}\n${roles}`.matchAll(/- "(\d+):(\d+)"/g)].map(([, , port]) => port);
  const exposed = /^EXPOSE (.+)$/m.exec(image)?.[1]?.split(' ') ?? [];
  expect(published.length).toBeGreaterThan(3);
  expect([...published, ...exposed].filter((port) => !own.some((ownPort) => ownPort === port))).toEqual([]);
  expect(exposed.toSorted()).toEqual([...own].map(String).toSorted());
});

test('the configured values parse as the server parses them', () => {
  const url = /DATABASE_URL: (\S+)/.exec(roles)?.[1]?.replace(/\$\{[^}]+\}/, 'secret') ?? '';
  expect(new URL(VARIABLES.DATABASE_URL.parse(url)).host).toBe('postgres:5432');
  const servers = VARIABLES.NATS_URL.parse(/NATS_URL: (\S+)/.exec(roles)?.[1] ?? '');
  expect(servers.map((server) => new URL(server).hostname)).toEqual(['nats-1', 'nats-2', 'nats-3']);
  for (const server of servers) expect(roles).toContain(`\n  ${new URL(server).hostname}:\n`);
});

test('each log server lists the two others in its routes', () => {
  const commands = [...roles.matchAll(/--name (nats-\d) .*--routes (\S+)/g)];
  expect(commands).toHaveLength(3);
  for (const [, name = '', routes = ''] of commands) {
    const others = routes.split(',').map((route) => new URL(route).hostname);
    expect([name, ...others].toSorted()).toEqual(['nats-1', 'nats-2', 'nats-3']);
  }
});

test('the unit and the image start the server like npm start', () => {
  const started = /^ExecStart=\S+ (.+)$/m.exec(unit)?.[1]?.replaceAll('/opt/nascente/', '').split(' ');
  expect(started).toEqual(serverProgram);
  expect(JSON.parse(/^ENTRYPOINT (.+)$/m.exec(image)?.[1] ?? '[]')).toEqual(['node', ...serverProgram]);
});

test('every named path of the tree exists', () => {
  const named = [
    ...[unit, image, one, roles].flatMap((text) =>
      [...text.matchAll(/(?:apps|docs)\/[\w./-]+/g)].map(String),
    ),
    ...[...unit.matchAll(/\/opt\/nascente\/((?!node_modules)[\w./-]+)/g)].map(([, path = '']) => path),
  ];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test('every used volume is declared, and every declared volume is used', () => {
  for (const text of [one, roles]) {
    const [services = '', volumes = ''] = text.split(/^volumes:$/m);
    const used = [...services.matchAll(/^ {6}- ([a-z][\w-]*):\//gm)].map(([, name]) => String(name));
    const declared = [...volumes.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => String(name));
    expect(used.toSorted()).toEqual(declared.toSorted());
  }
});

test('the proxy points to the plain HTTP port', () => {
  expect(read('nginx.conf')).toContain(`server 127.0.0.1:${VARIABLES.PORT.standard};`);
});
