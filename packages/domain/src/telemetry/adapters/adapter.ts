import type { Zone } from '../../base/time/zone.ts';
import type { BoardKind } from '../frames/frame-layout.ts';
import {
  MAXIMUM_AMPERES,
  MAXIMUM_LITRES_PER_MINUTE,
  MAXIMUM_PHASE_WATTS,
  MAXIMUM_THD_PERCENT,
  MAXIMUM_VOLTS,
} from '../frames/plausibility.ts';
import { type InstantField, isFieldOf } from './mapped-field.ts';
import type { MappingRule } from './mapping.ts';
import { type Adapted, type AdaptedOutcome, type Mapping, readByMapping } from './mapping.ts';
import { SHELLY_GEN2 } from './shelly-gen2.ts';
import { TASMOTA } from './tasmota.ts';
import { zigbee2Mqtt } from './zigbee2mqtt.ts';

const PHASES = [
  [0, 'a', 'A'],
  [1, 'b', 'B'],
  [2, 'c', 'C'],
] as const;

/** Shelly EM and 3EM, first generation: `<prefix>/emeter/<channel>/<quantity>`, Wh. Source: Shelly Gen1 API, MQTT. */
const SHELLY_GEN1: Mapping = {
  rules: PHASES.flatMap(([channel, phase, register]): MappingRule[] => {
    const on = (quantity: string) => ({ topic: `emeter/${channel}/${quantity}`, path: '' });
    return [
      { ...on('voltage'), field: `v${phase}`, unit: 'V' },
      { ...on('current'), field: `i${phase}`, unit: 'A' },
      { ...on('pf'), field: `pf${phase}`, unit: 'ratio' },
      { ...on('power'), field: `w${phase}`, unit: 'W' },
      { ...on('reactive_power'), field: `var${phase}`, unit: 'var' },
      { ...on('total'), field: `consumed${register}`, unit: 'Wh' },
      { ...on('total_returned'), field: `injected${register}`, unit: 'Wh' },
    ];
  }),
  times: [],
};

export const ADAPTER_KINDS = ['shelly-gen1', 'shelly-gen2', 'tasmota', 'zigbee2mqtt', 'generic'] as const;
export type AdapterKind = (typeof ADAPTER_KINDS)[number];

/** How messages of a board of another make are read. */
export interface BoardAdapter {
  readonly adapter: AdapterKind;
  readonly kind: BoardKind;
  /** Topic of the board; it publishes to this topic and to topics below it. */
  readonly topic: string;
  /** Zone of local times in messages that state none. */
  readonly zone: Zone;
  /** Mapping of the adapter `generic`; null for the others, which have built-in mappings. */
  readonly mapping: Mapping | null;
}

/** The part of a topic below the board's topic; null if the topic is not the board's. */
export function topicBelow(prefix: string, topic: string): string | null {
  if (!topic.startsWith(prefix)) return null;
  if (topic.length === prefix.length) return '';
  if (prefix.endsWith('/')) return topic.slice(prefix.length);
  return topic[prefix.length] === '/' ? topic.slice(prefix.length + 1) : null;
}

/** The mapping of a board, reduced to rules for fields that its kind has. */
export function mappingOf({
  adapter,
  kind,
  mapping,
}: Pick<BoardAdapter, 'adapter' | 'kind' | 'mapping'>): Mapping {
  const existing = builtInMapping(adapter, kind);
  const { rules, times } = existing ?? mapping ?? { rules: [], times: [] };
  const ofKind = rules.filter(({ field }) => isFieldOf(kind, field));
  return existing === null ? { rules: ofKind, times, addsRegisters: true } : { rules: ofKind, times };
}

function builtInMapping(adapter: AdapterKind, kind: BoardKind): Mapping | null {
  switch (adapter) {
    case 'shelly-gen1':
      return SHELLY_GEN1;
    case 'shelly-gen2':
      return SHELLY_GEN2;
    case 'tasmota':
      return TASMOTA;
    case 'zigbee2mqtt':
      return zigbee2Mqtt(kind);
    case 'generic':
      return null;
  }
}

export type MessageReader = (topic: string, payload: string) => AdaptedOutcome;

/**
 * Creates the message reader of a board. Impossible values are left out, so that noise of an unconnected phase does not refuse
 * the other phases. A message without any mapped value is refused; if all its values are impossible, the outcome has no values.
 */
export function createMessageReader(board: BoardAdapter): MessageReader {
  const mapping = mappingOf(board);
  return (topic, payload) => {
    const below = topicBelow(board.topic, topic);
    if (below === null) return { refused: 'not-own-topic' };
    if (payload === '') return { refused: 'empty' };
    const outcome = readByMapping(mapping, below, payload, board.zone);
    return 'refused' in outcome ? outcome : believable(outcome);
  };
}

const LIMITS: readonly (readonly [RegExp, lowest: number, highest: number])[] = [
  [/^v[abc]$/, 0, MAXIMUM_VOLTS],
  [/^i[abc]$/, -MAXIMUM_AMPERES, MAXIMUM_AMPERES],
  [/^pf/, -1, 1],
  [/^w|^var/, -MAXIMUM_PHASE_WATTS, MAXIMUM_PHASE_WATTS],
  [/thd/, 0, MAXIMUM_THD_PERCENT],
  [/^flow$/, -MAXIMUM_LITRES_PER_MINUTE, MAXIMUM_LITRES_PER_MINUTE],
  [/^rssi$|^t$/, -1000, 1000],
];

function believable({ at, measured, registers }: Adapted): Adapted {
  const isWithin = ([field, value]: [string, number]) => {
    const limit = LIMITS.find(([pattern]) => pattern.test(field));
    return limit === undefined || (value >= limit[1] && value <= limit[2]);
  };
  const plausible = Object.entries(measured).filter(isWithin);
  return { at, measured: Object.fromEntries(plausible) as Partial<Record<InstantField, number>>, registers };
}
