import { LOG_LEVELS } from '@nascente/runtime/log';
import * as parse from './config-parsers.ts';

export interface Variable<T> {
  /** Default as it would be written; null: unset. */
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
    'HTTP: web application, API and MQTT over WebSocket at /mqtt. With TLS_CERT and TLS_KEY it leads to HTTPS_PORT, unless TRUST_PROXY is yes; /health, /ready and /metrics answer always.',
  ),
  HTTPS_PORT: required(
    '8443',
    parse.port,
    'The same by HTTPS (HTTP/2 and 1.1); open when TLS_CERT and TLS_KEY are set.',
  ),
  MQTT_PORT: required('1883', parse.port, 'MQTT over TCP, for boards.'),
  MQTT_TLS_PORT: required(
    '8883',
    parse.port,
    'MQTT over TLS, for boards; open when TLS_CERT and TLS_KEY are set.',
  ),
  MQTT_WS_PORT: required(
    '9002',
    parse.port,
    'MQTT over WebSocket, for browsers: wss only when TLS_CERT and TLS_KEY are set, else ws only.',
  ),
  TLS_CERT: optional(
    parse.anyText,
    'PEM file of the certificate (with its chain) for HTTPS, MQTT over TLS and wss; read again when it changes.',
  ),
  TLS_KEY: optional(parse.anyText, 'PEM file of its private key, not encrypted.'),
  DATA_DIR: required('./data', parse.anyText, 'Directory of everything that is stored.'),
  DATABASE_URL: optional(
    parse.databaseUrl,
    'A PostgreSQL 18 of your own; otherwise one is started in DATA_DIR. Of several hosts (postgresql://user@one:5432,two:5432/name) the one is taken that accepts writes.',
  ),
  DATABASE_READ_URL: optional(
    parse.replicaUrl,
    "A streaming replica of it, where reports, exports of readings and a person's own export are read.",
  ),
  DATABASE_READ_BEHIND_SECONDS: required(
    '10',
    parse.whole(3, 3_600),
    'How far behind that replica may be before the primary is read in its place.',
  ),
  WAL_ARCHIVE_DIR: optional(
    parse.anyText,
    'Directory, best on another disk, where the PostgreSQL of DATA_DIR archives its log: with npm run base-backup it can be brought back to any moment.',
  ),
  ROLE: required(
    'all',
    parse.roles,
    'What this process does: edge (ports of boards), api (HTTP, live feed), ingest (stores what edges put into the log), jobs (work by the clock, letters, alerts), separated by commas. Several processes need DATABASE_URL.',
  ),
  NATS_URL: optional(
    parse.natsServers,
    'Servers of a NATS cluster with JetStream (nats://host:4222, separated by commas): edges acknowledge once it holds a message, ingest stores it.',
  ),
  NATS_REPLICAS: required('3', parse.whole(1, 5), 'How many servers of NATS_URL hold each message.'),
  NATS_STREAM_BYTES: required(
    '10000000000',
    parse.whole(100_000, 1_000_000_000_000),
    'What the log holds at most; when it is full boards wait and nothing is lost.',
  ),
  PUBLIC_URL: optional(
    parse.webAddress,
    'Address at which people reach the web application, and the live feed (/mqtt); https (also HTTPS_PORT 443 without it) switches HSTS on and keeps cookies to https.',
  ),
  TRUST_PROXY: required(
    'no',
    parse.yesOrNo,
    "yes: take the client's address from the last entry of X-Forwarded-For, behind one proxy only.",
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
    'Identity provider of the organisation (OpenID Connect): a button of the login leads there. Its redirect address is PUBLIC_URL/login.',
  ),
  OIDC_CLIENT_ID: optional(parse.anyText, 'By which OIDC_ISSUER knows this installation.'),
  OIDC_CLIENT_SECRET: optional(parse.anyText, 'Its secret; without one PKCE alone proves who asks.'),
  OIDC_LABEL: required('a conta da empresa', parse.anyText, 'What the button is called after "Entrar com".'),
  OIDC_SCOPES: required(
    'openid email profile',
    parse.scopes,
    'Requested from OIDC_ISSUER. With offline_access, and OIDC_CLIENT_SECRET, the groups of each linked account are checked every hour.',
  ),
  OIDC_GROUPS: optional(
    parse.providerGroups,
    'Which profile a group stands for, the first that fits: claim:group=profile,… such as groups:energia-admins=Admin,energia=Manager (*=user: everybody else). Who is in none is refused; unset: new accounts are user, and profiles are given by Admins.',
  ),
  OIDC_ACR: optional(
    parse.anyText,
    'Value of acr that is asked for and counts as a second step of the provider (as amr mfa does anyway), which ADMIN_SECOND_STEP=required asks of an Admin.',
  ),
  OIDC_CREDENTIAL_DAYS: required(
    '30',
    parse.whole(1, 366),
    'Days for which API keys, links, integrations, webhooks and push devices of a linked account work after OIDC_ISSUER last confirmed it; then they pause until its next sign-in.',
  ),
  BREACHED_PASSWORDS_FILE: optional(
    parse.anyText,
    'SHA-1 hashes of breached passwords, one a line, sorted (as Have I Been Pwned gives them): none of them is taken as a new password. Read where it lies, whatever its size.',
  ),
  CLAIM_CODES: required(
    'on',
    parse.onOrOff,
    'on: who installs a board types the code printed with it, or its device key; off: its MAC is enough.',
  ),
  BOARD_CREDENTIALS: optional(parse.credentials, 'user:password that any board may use; off unless set.'),
  BOARD_MESSAGES_PER_SECOND: required(
    '100',
    parse.whole(0, 1_000_000),
    'Messages that a board may send on and on; beyond it waits, and nothing is lost. 0: no limit.',
  ),
  BOARD_BYTES_PER_SECOND: required('100000', parse.whole(0, 1_000_000_000), 'The same in bytes.'),
  BOARD_BURST_SECONDS: required(
    '1000',
    parse.whole(1, 100_000),
    'So many seconds of that may come at once, after a silence: room for the backlog of a day.',
  ),
  SMTP_URL: optional(parse.url('smtp', 'smtps'), 'Outgoing mail: smtp://user:password@host:port.'),
  MAIL_FROM: required('Nascente <nascente@localhost>', parse.sender, 'Sender of mail.'),
  LOCAL_MAILBOX: required(
    'no',
    parse.yesOrNo,
    'yes: without SMTP_URL an Admin at the machine itself may open the mailbox also where PUBLIC_URL or TRUST_PROXY say that others come by a proxy.',
  ),
  SUPPORT_EMAIL: optional(parse.email, 'Where feedback is sent.'),
  CNPJ_API_URL: required(
    'https://brasilapi.com.br/api/cnpj/v1',
    parse.webAddress,
    'Look-up of companies by CNPJ.',
  ),
  CEP_API_URL: required(
    'https://brasilapi.com.br/api/cep/v1',
    parse.webAddress,
    'Look-up of addresses by CEP.',
  ),
  CNPJ_FALLBACK_URL: required(
    'https://minhareceita.org,https://receitaws.com.br/v1/cnpj',
    parse.webAddresses,
    'Asked in turn where CNPJ_API_URL does not know or answer; none: nobody.',
  ),
  CEP_FALLBACK_URL: required(
    'https://viacep.com.br/ws/{code}/json,https://opencep.com/v1',
    parse.webAddresses,
    'Asked in turn where CEP_API_URL does not know or answer; none: nobody.',
  ),
  REFRIGERATION_PANEL_URL: optional(
    parse.webAddress,
    'Panel of refrigerated equipment that Home links to; {establishment} stands for the id of the establishment.',
  ),
  METRICS_TOKEN: optional(
    parse.longEnough(8),
    'Bearer token that /metrics asks for; programs of this machine need none unless PUBLIC_URL or TRUST_PROXY say that others come by a proxy, and without one nobody else reads it.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    parse.webAddress,
    'OpenTelemetry collector (http://host:4318) that is sent a trace of each answer and of each batch of readings, by OTLP over HTTP.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    parse.headers,
    'Headers that are sent with them: key=value,key=value, values percent-encoded (authorization=Bearer%20…). Never logged.',
  ),
  RETENTION_DAYS: required(
    '400',
    parse.whole(1, 36_500),
    'Days for which raw readings are kept; totals never expire.',
  ),
  MOST_ESTABLISHMENTS: required(
    '2000',
    parse.whole(1, 1_000_000),
    'Establishments that one account may have.',
  ),
  PRIVATE_WEBHOOKS: required(
    'no',
    parse.yesOrNo,
    'yes: webhooks of alerts and push services may lead into the network of this server, and webhooks by http.',
  ),
  MOST_METERS: required('10000', parse.whole(1, 1_000_000), 'Meters that one account may have.'),
  SECOND_BRAND: optional(
    parse.list,
    'E-mails or domains, separated by commas, whose accounts wear the second brand.',
  ),
  LOG_LEVEL: required('info', parse.oneOf(...LOG_LEVELS), `One of ${LOG_LEVELS.join(', ')}.`),
} as const;

export type VariableName = keyof typeof VARIABLES;

type Of<V> = V extends { standard: infer S; parse: parse.Parse<infer T> }
  ? T | (S extends null ? null : never)
  : never;

export type Values = { readonly [N in VariableName]: Of<(typeof VARIABLES)[N]> };
