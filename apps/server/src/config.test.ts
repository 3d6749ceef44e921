import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { helpText, markdownTable, readCommandLine } from './command-line.ts';
import { readConfig } from './config.ts';
import { VARIABLES, type VariableName } from './config-variables.ts';

const wrong: Readonly<Record<VariableName, readonly string[]>> = {
  HOST: ['http://here', 'a b', '1.2.3'],
  PORT: ['65536', '-1', 'http', '80.5'],
  HTTPS_PORT: ['70000'],
  MQTT_PORT: ['x'],
  MQTT_TLS_PORT: ['99999'],
  MQTT_WS_PORT: ['1e3'],
  TLS_CERT: ['/absent/certificate.pem'],
  TLS_KEY: ['/absent/key.pem'],
  DATA_DIR: [],
  DATABASE_URL: ['mysql://localhost/x', 'postgresql://localhost'],
  DATABASE_READ_URL: ['mysql://localhost/x', 'postgresql://one:5432,two:5432/x'],
  DATABASE_READ_BEHIND_SECONDS: ['2', 'soon'],
  WAL_ARCHIVE_DIR: [],
  ROLE: ['edges', 'edge;api', ''.padEnd(3, ',')],
  NATS_URL: ['localhost:4222', 'http://localhost'],
  NATS_REPLICAS: ['0', '6'],
  NATS_STREAM_BYTES: ['much'],
  PUBLIC_URL: ['nascente.com.br', 'ftp://nascente.com.br'],
  TRUST_PROXY: ['true', '1'],
  ADMIN_EMAIL: ['admin', 'a b@c'],
  ADMIN_PASSWORD: ['short'],
  ADMIN_SECOND_STEP: ['yes'],
  OIDC_ISSUER: ['login.padaria.test', 'http://login.padaria.test', 'https://login.padaria.test/?tenant=1'],
  OIDC_CLIENT_ID: [],
  OIDC_CLIENT_SECRET: [],
  OIDC_LABEL: [],
  OIDC_SCOPES: ['email profile'],
  OIDC_GROUPS: ['groups', 'groups:energia', 'groups:energia=client', 'groups:a=Admin,'],
  OIDC_ACR: [],
  OIDC_CREDENTIAL_DAYS: ['0', '367', 'never'],
  BREACHED_PASSWORDS_FILE: ['/absent/pwned.txt', fileURLToPath(import.meta.url)],
  CLAIM_CODES: ['yes', '0'],
  BOARD_CREDENTIALS: ['user', ':password', 'user:short'],
  BOARD_MESSAGES_PER_SECOND: ['-1', 'many', '1000001'],
  BOARD_BYTES_PER_SECOND: ['1.5'],
  BOARD_BURST_SECONDS: ['0'],
  SMTP_URL: ['http://mail', 'mail'],
  MAIL_FROM: ['Nascente', 'Nascente <here>'],
  SUPPORT_EMAIL: ['support'],
  CNPJ_API_URL: ['brasilapi'],
  CEP_API_URL: ['file:///etc'],
  CNPJ_FALLBACK_URL: ['minhareceita.org', 'https://minhareceita.org,'],
  CEP_FALLBACK_URL: ['https://viacep.com.br/ws,ftp://opencep.com'],
  REFRIGERATION_PANEL_URL: ['frio.example', 'file:///etc'],
  LOCAL_MAILBOX: ['maybe'],
  METRICS_TOKEN: ['short'],
  MAX_ESTABLISHMENTS: ['0'],
  PRIVATE_WEBHOOKS: ['talvez'],
  MAX_METERS: ['many'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318'],
  OTEL_EXPORTER_OTLP_HEADERS: [
    's3cret',
    '=s3cret',
    'a b=s3cret',
    'a=s3cret%0d%0Ab: c',
    'a=s3cret%zz',
    'a=1,',
    'a=é',
  ],
  RETENTION_DAYS: ['0', '-5', '1.5', 'ten', '36501'],
  SECOND_BRAND: ['a b', 'x,,y'],
  LOG_LEVEL: ['verbose', 'INFO'],
};

const cases = Object.entries(wrong).flatMap(([name, values]) => values.map((value) => ({ name, value })));

test.each(cases)('refuses $name=$value and names the variable', ({ name, value }) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^Wrong configuration: .*${name} (must|and)`),
  );
});

test('reads roles from a list, and requires a shared database for them', () => {
  const shared = { DATABASE_URL: 'postgresql://host/x' };
  const rolesOf = (ROLE: string) => [...readConfig({ ...shared, ROLE }).roles];
  expect(rolesOf('edge, ingest')).toEqual(['edge', 'ingest']);
  expect(rolesOf('all')).toEqual(['edge', 'api', 'ingest', 'jobs']);
  expect(() => readConfig({ ROLE: 'api' })).toThrow('ROLE needs DATABASE_URL');
  expect(() => readConfig({ NATS_URL: 'nats://a:4222' })).toThrow('NATS_URL needs DATABASE_URL');
  expect(readConfig({ ...shared, NATS_URL: 'nats://a:4222,nats://b:4222' }).nats).toEqual({
    servers: ['nats://a:4222', 'nats://b:4222'],
    replicas: 3,
    streamBytes: 10_000_000_000,
  });
});

test('an empty environment returns the frozen default configuration', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    mqttWsPort: 9002,
    retentionDays: 400,
    tls: null,
  });
  expect(config).toMatchObject({ databaseUrl: null, secondBrand: [], trustProxy: false, logLevel: 'info' });
  expect(config.boardRate).toEqual({ messagesPerSecond: 100, bytesPerSecond: 100_000, burstSeconds: 1_000 });
  expect(Object.isFrozen(config)).toBe(true);
});

test('names all wrong variables in one line', () => {
  const bad = { PORT: 'x', LOG_LEVEL: 'loud', RETENTION_DAYS: '' };
  expect(() => readConfig(bad)).toThrow(
    'Wrong configuration: PORT must be a port from 0 to 65535; ' +
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
  );
});

test('refuses two equal ports, except port 0 chosen by the system', () => {
  expect(() => readConfig({ PORT: '1883' })).toThrow('MQTT_PORT must be another port than PORT');
  expect(readConfig({ PORT: '0', MQTT_PORT: '0', MQTT_WS_PORT: '0' }).port).toBe(0);
});

test('does not limit a board whose rate is 0', () => {
  const { boardRate } = readConfig({ BOARD_MESSAGES_PER_SECOND: '0', BOARD_BYTES_PER_SECOND: '0' });
  expect(boardRate).toMatchObject({ messagesPerSecond: Infinity, bytesPerSecond: Infinity });
});

test('requires the certificate and the key together', () => {
  const file = fileURLToPath(import.meta.url);
  expect(() => readConfig({ TLS_CERT: file })).toThrow('TLS_CERT and TLS_KEY must be set together');
  expect(readConfig({ TLS_CERT: file, TLS_KEY: file }).tls).toEqual({ certificateFile: file, keyFile: file });
});

test('parses values into their configuration types', () => {
  const config = readConfig({
    BOARD_CREDENTIALS: 'fleet:a:long password',
    SECOND_BRAND: 'Ana@Parceiro.com.br, @parceiro.net',
    PUBLIC_URL: 'https://nascente.com.br/',
    DATABASE_URL: 'postgresql://me@/nascente?host=/run/postgresql',
  });
  expect(config.boardCredentials).toEqual({ user: 'fleet', password: 'a:long password' });
  expect(config.secondBrand).toEqual(['ana@parceiro.com.br', '@parceiro.net']);
  expect(readConfig({ CNPJ_FALLBACK_URL: 'none' }).cnpjFallbackUrl).toEqual([]);
  expect(config.cepFallbackUrl).toEqual(['https://viacep.com.br/ws/{code}/json', 'https://opencep.com/v1']);
  expect(config.publicUrl).toBe('https://nascente.com.br');
});

test('--help explains every variable, and the command line refuses an unknown option', () => {
  expect(readCommandLine([])).toEqual({ kind: 'start', demonstration: false });
  expect(readCommandLine(['--port=1'])).toMatchObject({
    kind: 'refuse',
    reason: expect.stringContaining('--port=1'),
  });
  for (const name of Object.keys(VARIABLES)) expect(helpText()).toContain(name);
});

test('the README table has a row for every variable', () => {
  for (const name of Object.keys(VARIABLES)) expect(markdownTable()).toContain(`| \`${name}\` |`);
});

test('reads collector headers in the OpenTelemetry format, and never shows them', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';
  const OTEL_EXPORTER_OTLP_HEADERS = 'Authorization = Bearer%20a%2Cb==, x-tenant=padaria;aurora,x-empty=';
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS }).traces).toEqual({
    endpoint: 'http://collector:4318',
    headers: { authorization: 'Bearer a,b==', 'x-tenant': 'padaria;aurora', 'x-empty': '' },
  });
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces?.headers).toEqual({});
  expect(readConfig({ OTEL_EXPORTER_OTLP_HEADERS }).traces).toBeNull();
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'key=s3cret%' })).toThrow(/^((?!s3cret).)*$/);
});

test('requires the issuer and the client of an identity provider together', () => {
  const issuer = { OIDC_ISSUER: 'https://login.padaria.test/energia' };
  expect(() => readConfig(issuer)).toThrow('OIDC_ISSUER and OIDC_CLIENT_ID must be set together');
  const config = readConfig({
    ...issuer,
    OIDC_CLIENT_ID: 'nascente',
    OIDC_GROUPS: 'groups: admins=Admin, *=user',
  });
  expect(config.oidc).toEqual({
    issuer: 'https://login.padaria.test/energia',
    clientId: 'nascente',
    clientSecret: null,
    label: 'a conta da empresa',
    scopes: 'openid email profile',
    groups: {
      claim: 'groups',
      profiles: [
        { group: 'admins', profile: 'Admin' },
        { group: '*', profile: 'user' },
      ],
    },
    acr: null,
    credentialDays: 30,
  });
  expect(readConfig({}).oidc).toBeNull();
});
