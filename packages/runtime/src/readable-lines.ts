import { stripVTControlCharacters } from 'node:util';

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

/** Control characters would let what is logged draw on the operator's terminal. */
const printable = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, ' ');
};

/** One of pino's JSON lines as a line for people: clock, level, message, fields. */
export const readableLine = (json: string): string => {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as Line;
  const clock = new Date(time).toISOString().slice(11, 23);
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${printable(value)}`);
  const stack = err?.stack ? `\n${err.stack}` : '';
  return `${[clock, (NAMES[level] ?? String(level)).padEnd(5), printable(msg), ...rest].join(' ')}${stack}\n`;
};

export const readableLines = (stream: NodeJS.WritableStream) => ({
  write: (json: string): void => void stream.write(readableLine(json)),
});
