import { type Logger, pino } from 'pino';

export type Log = Logger;
