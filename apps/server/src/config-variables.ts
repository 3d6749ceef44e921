import { LOG_LEVELS } from '@nascente/runtime/log';
import * as parse from './config-parsers.ts';

export interface Variable<T> {
  /** The default value as an operator would write it; `null`: not set. */
  readonly standard: string | null;
  readonly parse: parse.Parse<T>;
  readonly explanation: string;
}

const required = <T>(standard: string, parser: parse.Parse<T>, explanation: string) =>
  ({ standard, parse: parser, explanation }) satisfies Variable<T>;
const optional = <T>(parser: parse.Parse<T>, explanation: string) =>
  ({ standard: null, parse: parser, explanation }) satisfies Variable<T>;

/** Every variable that the server reads: validation, --help and the README's table come from here. */
export const VARIABLES = {
  HOST: required('0.0.0.0', parse.host, 'Address on which all ports listen.'),
  PORT: required(
    '8080',
    parse.port,
    'HTTP: web application, API and MQTT over WebSocket at /mqtt. With TLS_CERT and TLS_KEY it redirects to HTTPS_PORT, unless TRUST_PROXY is yes; it always serves /health, /ready and /metrics.',
  ),
  HTTPS_PORT: required(
    '8443',
    parse.port,
    'The same over TLS (HTTP/2 and HTTP/1.1); open if TLS_CERT and TLS_KEY are set.',
  ),
  MQTT_PORT: required('1883', parse.port, 'MQTT over TCP, for boards.'),
  MQTT_TLS_PORT: required(
    '8883',
    parse.port,
    'MQTT over TLS, for boards; open if TLS_CERT and TLS_KEY are set.',
  ),
  MQTT_WS_PORT: required(
    '9002',
    parse.port,
    'MQTT over WebSocket, for programs: wss if TLS_CERT and TLS_KEY are set, else ws.',
  ),
  TLS_CERT: optional(
    parse.anyText,
    'PEM file of the certificate with its chain, for HTTPS, MQTT over TLS and wss; loaded again after a change.',
  ),
  TLS_KEY: optional(parse.anyText, 'PEM file of its unencrypted private key.'),
  DATA_DIR: required('./data', parse.anyText, 'Directory of all stored data.'),
  DATABASE_URL: optional(
    parse.databaseUrl,
    'A PostgreSQL 18 of your own; otherwise one is started in DATA_DIR. Of several hosts (postgresql://user@one:5432,two:5432/name) the one that accepts writes is used.',
  ),
  DATABASE_READ_URL: optional(
    parse.replicaUrl,
    'A streaming replica of DATABASE_URL for reports and exports.',
  ),
  DATABASE_READ_BEHIND_SECONDS: required(
    '10',
    parse.integer(3, 3_600),
    'Greatest lag of that replica in seconds; beyond it the primary is used.',
  ),
  WAL_ARCHIVE_DIR: optional(
    parse.anyText,
    'Directory, best on another disk, where the PostgreSQL of DATA_DIR archives its write-ahead log, for restores to a point in time.',
  ),
  ROLE: required(
    'all',
    parse.roles,
    'Roles of this process, separated by commas: edge (ports of boards), api (HTTP, live feed), ingest (writes messages of the log), jobs (schedules, e-mails, alerts). Several processes need DATABASE_URL.',
  ),
  NATS_URL: optional(
    parse.natsServers,
    'Servers of a NATS cluster with JetStream (nats://host:4222, separated by commas): edges acknowledge once it has stored a message, ingest writes it to the database.',
  ),
  NATS_REPLICAS: required('3', parse.integer(1, 5), 'Servers of NATS_URL that store each message.'),
  NATS_STREAM_BYTES: required(
    '10000000000',
    parse.integer(100_000, 1_000_000_000_000),
    'Size limit of the log in bytes; if it is full, boards wait and nothing is lost.',
  ),
  PUBLIC_URL: optional(
    parse.webAddress,
    'Public address of the web application and of the live feed (/mqtt); https (also HTTPS_PORT 443 without it) enables HSTS and secure cookies.',
  ),
  TRUST_PROXY: required(
    'no',
    parse.yesOrNo,
    'yes: use the last entry of X-Forwarded-For as client address, behind exactly one proxy.',
  ),
  ADMIN_EMAIL: optional(parse.email, 'The first Admin, created on an empty database.'),
  ADMIN_PASSWORD: optional(parse.longEnough(8), 'Its password; otherwise one is generated and shown once.'),
  ADMIN_SECOND_STEP: required(
    'optional',
    parse.oneOf('optional', 'required'),
    'required: an Admin without a second step (authenticator app, passkey, or that of OIDC_ISSUER) can only set one up.',
  ),
  OIDC_ISSUER: optional(
    parse.issuer,
    'Identity provider of the organisation (OpenID Connect), with a button on the login page. Its redirect address is PUBLIC_URL/login.',
  ),
  OIDC_CLIENT_ID: optional(parse.anyText, 'Client id of this installation at OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: optional(parse.anyText, 'Its secret; without one PKCE alone authenticates the client.'),
  OIDC_LABEL: required('a conta da empresa', parse.anyText, 'Label of the button after "Entrar com".'),
  OIDC_SCOPES: required(
    'openid email profile',
    parse.scopes,
    'Scopes for OIDC_ISSUER. With offline_access and OIDC_CLIENT_SECRET, the groups of each linked account are checked every hour.',
  ),
  OIDC_GROUPS: optional(
    parse.providerGroups,
    'Profiles by group, the first match counts: claim:group=profile,… such as groups:energia-admins=Admin,energia=Manager (*=user: all others). A person without a matching group is refused. Unset: new accounts are user, and Admins change profiles.',
  ),
  OIDC_ACR: optional(
    parse.anyText,
    'Requested acr value that counts as second step of the provider for ADMIN_SECOND_STEP=required; amr mfa always counts.',
  ),
  OIDC_CREDENTIAL_DAYS: required(
    '30',
    parse.integer(1, 366),
    'Days after the last confirmation by OIDC_ISSUER for which API keys, links, integrations, webhooks and push devices of a linked account work; then they pause until its next sign-in.',
  ),
  BREACHED_PASSWORDS_FILE: optional(
    parse.anyText,
    'Sorted SHA-1 hashes of breached passwords, one a line (the format of Have I Been Pwned), which new passwords may not match. The file is searched on disk, so its size does not matter.',
  ),
  CLAIM_CODES: required(
    'on',
    parse.onOrOff,
    'on: installing a board needs the code printed with it or its device key; off: its MAC is enough.',
  ),
  BOARD_CREDENTIALS: optional(parse.credentials, 'user:password shared by all boards; off by default.'),
  BOARD_MESSAGES_PER_SECOND: required(
    '100',
    parse.integer(0, 1_000_000),
    'Sustained messages a second of a board; above it the board waits, and nothing is lost. 0: no limit.',
  ),
  BOARD_BYTES_PER_SECOND: required(
    '100000',
    parse.integer(0, 1_000_000_000),
    'Sustained bytes a second of a board.',
  ),
  BOARD_BURST_SECONDS: required(
    '1000',
    parse.integer(1, 100_000),
    'Seconds of that rate that may arrive at once after a silence: the backlog of a day.',
  ),
  SMTP_URL: optional(parse.url('smtp', 'smtps'), 'Outgoing mail: smtp://user:password@host:port.'),
  MAIL_FROM: required('Nascente <nascente@localhost>', parse.sender, 'Sender of mail.'),
  LOCAL_MAILBOX: required(
    'no',
    parse.yesOrNo,
    'yes: without SMTP_URL an Admin on this machine may open the mailbox even if PUBLIC_URL or TRUST_PROXY show a proxy.',
  ),
  SUPPORT_EMAIL: optional(parse.email, 'Recipient of feedback.'),
  CNPJ_API_URL: required(
    'https://brasilapi.com.br/api/cnpj/v1',
    parse.webAddress,
    'Company registry by CNPJ.',
  ),
  CEP_API_URL: required('https://brasilapi.com.br/api/cep/v1', parse.webAddress, 'Address registry by CEP.'),
  CNPJ_FALLBACK_URL: required(
    'https://minhareceita.org,https://receitaws.com.br/v1/cnpj',
    parse.webAddresses,
    'Fallbacks in order if CNPJ_API_URL has no entry or no answer; none: no fallback.',
  ),
  CEP_FALLBACK_URL: required(
    'https://viacep.com.br/ws/{code}/json,https://opencep.com/v1',
    parse.webAddresses,
    'Fallbacks in order if CEP_API_URL has no entry or no answer; none: no fallback.',
  ),
  REFRIGERATION_PANEL_URL: optional(
    parse.webAddress,
    "Panel of refrigerated equipment linked from Home; {establishment} is replaced by the establishment's id.",
  ),
  METRICS_TOKEN: optional(
    parse.longEnough(8),
    'Bearer token of /metrics. Programs on this machine need none unless PUBLIC_URL or TRUST_PROXY show a proxy; without a token no other machine reads it.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    parse.webAddress,
    'OpenTelemetry collector (http://host:4318) for a trace of each answer and of each batch of readings, by OTLP over HTTP.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    parse.headers,
    'Headers for the collector: key=value,key=value, values percent-encoded (authorization=Bearer%20…). Never logged.',
  ),
  RETENTION_DAYS: required(
    '400',
    parse.integer(1, 36_500),
    'Retention of raw readings in days; totals never expire.',
  ),
  MAX_ESTABLISHMENTS: required('2000', parse.integer(1, 1_000_000), 'Establishments of one account at most.'),
  PRIVATE_WEBHOOKS: required(
    'no',
    parse.yesOrNo,
    'yes: webhooks and push services may address the network of this server, and webhooks may use http.',
  ),
  MAX_METERS: required('10000', parse.integer(1, 1_000_000), 'Meters of one account at most.'),
  SECOND_BRAND: optional(
    parse.list,
    'E-mails or domains of accounts with the second brand, separated by commas.',
  ),
  LOG_LEVEL: required('info', parse.oneOf(...LOG_LEVELS), `One of ${LOG_LEVELS.join(', ')}.`),
} as const;

export type VariableName = keyof typeof VARIABLES;

type Of<V> = V extends { standard: infer S; parse: parse.Parse<infer T> }
  ? T | (S extends null ? null : never)
  : never;

export type Values = { readonly [N in VariableName]: Of<(typeof VARIABLES)[N]> };
