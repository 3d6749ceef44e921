import { describe, expect, test } from 'vitest';
import type { Zone } from '../../base/time/zone.ts';
import type { BoardKind } from '../frames/frame-layout.ts';
import { type AdapterKind, createMessageReader } from './adapter.ts';
import expected from './fixtures/outcomes.json' with { type: 'json' };
import payloads from './fixtures/payloads.json' with { type: 'json' };
import type { MappedField, MappedUnit } from './mapped-field.ts';
import type { Mapping } from './mapping.ts';

const field = (path: string, name: MappedField, unit: MappedUnit, topic = '') => ({
  topic,
  path,
  field: name,
  unit,
});
const fallback = (path: string, name: MappedField, unit: MappedUnit) =>
  ({ ...field(path, name, unit), fallback: true }) as const;

/** Maps every value of the phases of a meter, for paths such as `power` → `emeters.0.power`. */
const ofPhases = (path: (index: number, key: string) => string): Mapping => ({
  rules: (['a', 'b', 'c'] as const).flatMap((phase, index) => [
    field(path(index, 'voltage'), `v${phase}`, 'V'),
    field(path(index, 'current'), `i${phase}`, 'A'),
    field(path(index, 'pf'), `pf${phase}`, 'ratio'),
    field(path(index, 'power'), `w${phase}`, 'W'),
    field(path(index, 'total'), `consumed${phase.toUpperCase() as 'A'}`, 'Wh'),
    field(path(index, 'total_returned'), `injected${phase.toUpperCase() as 'A'}`, 'Wh'),
  ]),
  times: [['unixtime']],
});

const HOMEWIZARD: Mapping = {
  rules: [
    ...(['a', 'b', 'c'] as const).flatMap((phase, index) => [
      field(`active_voltage_l${index + 1}_v`, `v${phase}`, 'V'),
      field(`active_current_l${index + 1}_a`, `i${phase}`, 'A'),
      field(`active_power_l${index + 1}_w`, `w${phase}`, 'W'),
      field(`active_power_factor_l${index + 1}`, `pf${phase}`, 'ratio'),
    ]),
    field('total_power_import_kwh', 'consumedA', 'kWh'),
    fallback('total_power_import_t1_kwh', 'consumedA', 'kWh'),
    field('total_power_export_kwh', 'injectedA', 'kWh'),
    fallback('total_power_export_t1_kwh', 'injectedA', 'kWh'),
  ],
  times: [],
};

const WATER: Mapping = {
  rules: [
    field('total_m3', 'volume', 'm³'),
    fallback('METER_TOTAL_M3', 'volume', 'm³'),
    field('rssi_dbm', 'rssi', 'dBm'),
    field('value', 'volume', 'm³', 'json'),
    field('', 'volume', 'm³', 'raw'),
  ],
  times: [['timestamp', 'METER_TIMESTAMP']],
};

type Board = readonly [adapter: AdapterKind, kind: BoardKind, topic: string, mapping?: Mapping];

/** The board that sent a message, by the kind of the message. */
const boardOf = (id: string, topic: string): Board => {
  if (id.startsWith('shelly-pro-3em '))
    return ['shelly-gen2', 'tri', topic.replace(/\/(status|events)\/.*/, '')];
  if (id.startsWith('shelly-3em-gen1-mqtt')) return ['shelly-gen1', 'tri', 'shellies/shellyem3-000000000000'];
  if (id === 'shelly-3em-gen1-http 1')
    return ['generic', 'tri', topic, ofPhases((index, key) => `emeters.${index}.${key}`)];
  if (id === 'shelly-3em-gen1-http 2')
    return ['generic', 'tri', topic, ofPhases((index, key) => `${index}.${key}`)];
  if (id === 'shelly-3em-gen1-http 3') return ['generic', 'mono', topic, ofPhases((_, key) => key)];
  if (id.startsWith('zigbee2mqtt')) return ['zigbee2mqtt', id.includes('spm01') ? 'mono' : 'tri', topic];
  if (id.startsWith('tasmota')) return ['tasmota', 'mono', topic.replace(/\/[^/]*$/, '')];
  if (id.startsWith('ai-on-the-edge')) return ['generic', 'water', 'wasserzaehler/main', WATER];
  if (id.startsWith('wmbus')) return ['generic', 'water', topic, WATER];
  return ['generic', 'tri', topic, HOMEWIZARD];
};

const read = (id: string, topic: string, payload: string): unknown => {
  const [adapter, kind, prefix, mapping = null] = boardOf(id, topic);
  return createMessageReader({ adapter, kind, topic: prefix, zone: 'America/Sao_Paulo' as Zone, mapping })(
    topic,
    payload,
  );
};

describe('messages of real meters', () => {
  test.each(payloads)('reads the message $id', ({ id, topic, payload }) => {
    expect(read(id, topic ?? 'serial', payload)).toEqual(expected[id as keyof typeof expected]);
  });

  test('has an expected outcome for every message', () => {
    expect(Object.keys(expected)).toEqual(payloads.map(({ id }) => id));
  });
});
