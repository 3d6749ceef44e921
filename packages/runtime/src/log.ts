import { AsyncLocalStorage } from 'node:async_hooks';
import { stripVTControlCharacters } from 'node:util';
import { type Logger, type LoggerOptions, pino } from 'pino';

/** The id of the current request, which every log line about it contains. */
export const workingOn = new AsyncLocalStorage<string>();

const NAMES: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly stack?: string };
}

/** Control characters in log text could manipulate the operator's terminal. */
const printable = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, ' ');
};

/** Formats a JSON line of pino for a terminal: time, level, message, fields. */
export const readableLine = (json: string): string => {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as Line;
  const clock = new Date(time).toISOString().slice(11, 23);
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${printable(value)}`);
  const stack = err?.stack ? `\n${err.stack}` : '';
  return `${[clock, (NAMES[level] ?? String(level)).padEnd(5), printable(msg), ...rest].join(' ')}${stack}\n`;
};

const readableLines = (stream: NodeJS.WritableStream) => ({
  write: (json: string): void => void stream.write(readableLine(json)),
});

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SECRETS = ['password', 'token', 'key', 'authorization', 'access-token', 'cookie', 'secret'];

/** The value of such a field is not logged, at up to three levels. */
const redacted = SECRETS.flatMap((name) => {
  const field = name.includes('-') ? `["${name}"]` : name;
  const inside = name.includes('-') ? field : `.${field}`;
  return [field, `*${inside}`, `*.*${inside}`];
});

/** Log lines of the request's own logger contain the id already. */
const mixin: NonNullable<LoggerOptions['mixin']> = (_fields, _level, logger) => {
  const reqId = workingOn.getStore();
  return reqId === undefined || 'reqId' in logger.bindings() ? {} : { reqId };
};

export const LOG_OPTIONS: LoggerOptions = {
  redact: { paths: redacted, censor: '[secret]' },
  base: null,
  mixin,
};

/** JSON lines; on a terminal, lines for people. */
export const createLog = (level: LogLevel, isTerminal = process.stdout.isTTY === true): Log => {
  const options = { ...LOG_OPTIONS, level };
  return isTerminal ? pino(options, readableLines(process.stdout)) : pino(options);
};
