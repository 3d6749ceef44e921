import { parseArgs } from 'node:util';
import { PROFILE_NAMES } from '../profiles/catalogue.ts';
import { FIELD_MISHAPS, type Mishaps, NO_MISHAPS } from './delivery.ts';

export const USAGE = `Boards in software: they publish believable readings over MQTT.

  node apps/virtual-meters/src/main.ts --boards boards.json [options]

  --boards FILE      the boards: a JSON list of { mac, key, profile, equipment?, zone?, seed?, leakingFrom?, resumeAt? }
  --host HOST        the broker (localhost)
  --port PORT        its MQTT port (1883)
  --seed TEXT        the story that is told (nascente); the same seed tells the same story
  --interval SECONDS between two messages of a board (5)
  --from INSTANT     begin in the past (ISO 8601) …
  --speed N          … and run N times as fast until the present is reached (60)
  --leak             switch on the slow night leak of every water meter
  --calm             no outages, duplicates or damaged lines
  --help             this text

Profiles: ${PROFILE_NAMES.join(', ')}.`;

export interface Options {
  readonly boards: string;
  readonly host: string;
  readonly port: number;
  readonly seed: string;
  readonly intervalMs: number;
  readonly from: number | null;
  readonly speed: number;
  readonly leak: boolean;
  readonly mishaps: Mishaps;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0)
    throw new Error(`--${name} must be a number above 0, not '${text}'`);
  return value;
}

/** Parses the command line; `null` for help. @throws Error with one clear line */
export function parseOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      boards: { type: 'string' },
      host: { type: 'string', default: 'localhost' },
      port: { type: 'string', default: '1883' },
      seed: { type: 'string', default: 'nascente' },
      interval: { type: 'string', default: '5' },
      from: { type: 'string' },
      speed: { type: 'string', default: '60' },
      leak: { type: 'boolean', default: false },
      calm: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  if (values.boards === undefined) throw new Error('--boards FILE is needed; --help tells more');
  const from = values.from === undefined ? null : Date.parse(values.from);
  if (Number.isNaN(from)) throw new Error(`--from must be an ISO 8601 instant, not '${values.from}'`);
  return {
    boards: values.boards,
    host: values.host,
    port: positive('port', values.port),
    seed: values.seed,
    intervalMs: positive('interval', values.interval) * 1_000,
    from,
    speed: positive('speed', values.speed),
    leak: values.leak,
    mishaps: values.calm ? NO_MISHAPS : FIELD_MISHAPS,
  };
}
