import { type Logger, type LoggerOptions, pino } from 'pino';
import { readableLines } from './readable-lines.ts';
import { workingOn } from './working-on.ts';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SECRETS = ['password', 'token', 'key', 'authorization', 'access-token', 'cookie', 'secret'];

/** Wherever such a field stands in what is logged, at up to three levels, its value is not written. */
const redacted = SECRETS.flatMap((name) => {
  const field = name.includes('-') ? `["${name}"]` : name;
  const inside = name.includes('-') ? field : `.${field}`;
  return [field, `*${inside}`, `*.*${inside}`];
});

/** Lines that a request's own log writes name it already. */
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
