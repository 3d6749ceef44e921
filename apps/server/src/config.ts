import { accessSync, closeSync, constants, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROLES, WrongValue } from './config-parsers.ts';
import { VARIABLES, type Values, type Variable, type VariableName } from './config-variables.ts';

type PublicAddress = Pick<Config, 'publicUrl' | 'port' | 'tls' | 'httpsPort'>;

/**
 * The address of the web application, without a slash at its end. It is never taken from a request, because the sender of the
 * request could then determine where links in e-mails lead.
 */
export const publicUrlOf = ({ publicUrl, port, tls, httpsPort }: PublicAddress): string =>
  publicUrl ?? (tls === null ? `http://localhost:${port}` : `https://localhost:${httpsPort}`);

export type Environment = Readonly<Record<string, string | undefined>>;

/** All configuration errors in one line for the operator. */
export class WrongConfiguration extends Error {}

const readValues = (env: Environment, problems: string[]): Partial<Values> => {
  const entries = (Object.entries(VARIABLES) as [VariableName, Variable<unknown>][]).map(
    ([name, variable]) => {
      const setText = env[name]?.trim();
      const text = setText === undefined || setText === '' ? variable.standard : setText;
      if (text === null) return [name, null];
      try {
        return [name, variable.parse(text)];
      } catch (error) {
        if (!(error instanceof WrongValue)) throw error;
        problems.push(`${name} ${error.message}`);
        return [name, undefined];
      }
    },
  );
  return Object.fromEntries(entries) as Partial<Values>;
};

const checkTls = (values: Partial<Values>, problems: string[]): void => {
  const { TLS_CERT, TLS_KEY } = values;
  if ((TLS_CERT === null) !== (TLS_KEY === null)) problems.push('TLS_CERT and TLS_KEY must be set together');
  for (const name of ['TLS_CERT', 'TLS_KEY'] as const) {
    const file = values[name];
    if (!file) continue;
    try {
      accessSync(file, constants.R_OK);
    } catch {
      problems.push(`${name} must be a file that can be read`);
    }
  }
};

const SHA1_LINE = /^[\dA-F]{40}(:\d+)?\r?\n/i;

const checkBreachedPasswords = (
  { BREACHED_PASSWORDS_FILE: path }: Partial<Values>,
  problems: string[],
): void => {
  if (!path) return;
  const begin = Buffer.alloc(64);
  try {
    const file = openSync(path, 'r');
    readSync(file, begin);
    closeSync(file);
  } catch {
    problems.push('BREACHED_PASSWORDS_FILE must be a file that can be read');
    return;
  }
  if (!SHA1_LINE.test(begin.toString('latin1')))
    problems.push('BREACHED_PASSWORDS_FILE must have a SHA-1 hash in hexadecimal at the start of each line');
};

const checkPorts = (values: Partial<Values>, problems: string[]): void => {
  const names = [
    'PORT',
    'MQTT_PORT',
    'MQTT_WS_PORT',
    ...(values.TLS_CERT ? (['MQTT_TLS_PORT', 'HTTPS_PORT'] as const) : []),
  ] as const;
  const seen = new Map<number, string>();
  for (const name of names) {
    const port = values[name];
    const other = port ? seen.get(port) : undefined;
    if (other) problems.push(`${name} must be another port than ${other}`);
    if (port) seen.set(port, name);
  }
};

/** The PostgreSQL of a DATA_DIR is that of one process. */
const checkRoles = (
  { ROLE, DATABASE_URL, DATABASE_READ_URL, NATS_URL }: Partial<Values>,
  problems: string[],
): void => {
  if (DATABASE_URL !== null || ROLE === undefined) return;
  if (ROLE.size < ROLES.length)
    problems.push('ROLE needs DATABASE_URL: several processes share one database');
  if (DATABASE_READ_URL) problems.push('DATABASE_READ_URL needs DATABASE_URL');
  if (NATS_URL) problems.push('NATS_URL needs DATABASE_URL');
};

const checkOidc = ({ OIDC_ISSUER, OIDC_CLIENT_ID }: Partial<Values>, problems: string[]): void => {
  if ((OIDC_ISSUER === null) !== (OIDC_CLIENT_ID === null))
    problems.push('OIDC_ISSUER and OIDC_CLIENT_ID must be set together');
};

/** The identity provider of the organisation; `null`: none. */
const oidcOf = (values: Values) =>
  values.OIDC_ISSUER === null || values.OIDC_CLIENT_ID === null
    ? null
    : {
        issuer: values.OIDC_ISSUER,
        clientId: values.OIDC_CLIENT_ID,
        clientSecret: values.OIDC_CLIENT_SECRET,
        label: values.OIDC_LABEL,
        scopes: values.OIDC_SCOPES,
        groups: values.OIDC_GROUPS,
        acr: values.OIDC_ACR,
        credentialDays: values.OIDC_CREDENTIAL_DAYS,
      };

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

const toConfig = (values: Values) => ({
  host: values.HOST,
  port: values.PORT,
  httpsPort: values.HTTPS_PORT,
  mqttPort: values.MQTT_PORT,
  mqttTlsPort: values.MQTT_TLS_PORT,
  mqttWsPort: values.MQTT_WS_PORT,
  /** Files of certificate and key; `null`: no port uses TLS. */
  tls:
    values.TLS_CERT && values.TLS_KEY ? { certificateFile: values.TLS_CERT, keyFile: values.TLS_KEY } : null,
  dataDir: resolve(values.DATA_DIR),
  databaseUrl: values.DATABASE_URL,
  walArchiveDir: values.WAL_ARCHIVE_DIR === null ? null : resolve(values.WAL_ARCHIVE_DIR),
  /** A replica for reads that may be some seconds old; `null`: the primary is read. */
  read:
    values.DATABASE_READ_URL === null
      ? null
      : { url: values.DATABASE_READ_URL, mostBehindMs: values.DATABASE_READ_BEHIND_SECONDS * 1_000 },
  roles: values.ROLE,
  /** The log between edges and the database; `null`: edges write to the database themselves. */
  nats:
    values.NATS_URL === null
      ? null
      : {
          servers: values.NATS_URL,
          replicas: values.NATS_REPLICAS,
          streamBytes: values.NATS_STREAM_BYTES,
        },
  publicUrl: values.PUBLIC_URL,
  trustProxy: values.TRUST_PROXY,
  adminEmail: values.ADMIN_EMAIL,
  adminPassword: values.ADMIN_PASSWORD,
  /** An Admin without a second step may only set one up. */
  isAdminHeld: values.ADMIN_SECOND_STEP === 'required',
  oidc: oidcOf(values),
  breachedPasswordsFile: values.BREACHED_PASSWORDS_FILE,
  claimCodes: values.CLAIM_CODES,
  boardCredentials: values.BOARD_CREDENTIALS,
  boardRate: {
    messagesPerSecond: values.BOARD_MESSAGES_PER_SECOND || Number.POSITIVE_INFINITY,
    bytesPerSecond: values.BOARD_BYTES_PER_SECOND || Number.POSITIVE_INFINITY,
    burstSeconds: values.BOARD_BURST_SECONDS,
  },
  smtpUrl: values.SMTP_URL,
  mailFrom: values.MAIL_FROM,
  localMailbox: values.LOCAL_MAILBOX,
  supportEmail: values.SUPPORT_EMAIL,
  cnpjApiUrl: values.CNPJ_API_URL,
  cepApiUrl: values.CEP_API_URL,
  cnpjFallbackUrl: values.CNPJ_FALLBACK_URL,
  cepFallbackUrl: values.CEP_FALLBACK_URL,
  refrigerationPanelUrl: values.REFRIGERATION_PANEL_URL,
  metricsToken: values.METRICS_TOKEN,
  traces:
    values.OTEL_EXPORTER_OTLP_ENDPOINT === null
      ? null
      : {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        },
  retentionDays: values.RETENTION_DAYS,
  maxEstablishments: values.MAX_ESTABLISHMENTS,
  privateWebhooks: values.PRIVATE_WEBHOOKS,
  maxMeters: values.MAX_METERS,
  secondBrand: values.SECOND_BRAND ?? [],
  logLevel: values.LOG_LEVEL,
  webRoot,
});

export type Config = Readonly<ReturnType<typeof toConfig>>;

/** Reads the configuration, frozen. Throws WrongConfiguration with every wrong variable in one line. */
export const readConfig = (env: Environment = process.env): Config => {
  const problems: string[] = [];
  const found = readValues(env, problems);
  checkTls(found, problems);
  checkBreachedPasswords(found, problems);
  checkPorts(found, problems);
  checkRoles(found, problems);
  checkOidc(found, problems);
  if (problems.length > 0) throw new WrongConfiguration(`Wrong configuration: ${problems.join('; ')}.`);
  return Object.freeze(toConfig(found as Values));
};
