import { describe, expect, test } from 'vitest';
import type { Zone } from '../../base/time/zone.ts';
import { ADAPTER_KINDS, type BoardAdapter, createMessageReader, mappingOf, topicBelow } from './adapter.ts';
import { INSTANT_FIELDS, isFieldOf, REGISTER_NAMES, unitsOf } from './mapped-field.ts';
import { isTopicOf, type Mapping, type MappingRule, readByMapping } from './mapping.ts';

const ZONE = 'America/Sao_Paulo' as Zone;
const read = (overrides: Partial<BoardAdapter>) =>
  createMessageReader({
    adapter: 'tasmota',
    kind: 'tri',
    topic: 'tele/quadro',
    zone: ZONE,
    mapping: null,
    ...overrides,
  });

describe('the Tasmota adapter', () => {
  const sensor = (energy: object, time: object = { Time: '2026-11-20T09:30:00' }) =>
    JSON.stringify({ ...time, ENERGY: energy });

  test('reads lists as phases', () => {
    expect(
      read({})(
        'tele/quadro/SENSOR',
        sensor({
          Total: [1.5, 2.25, 3],
          Power: [100, -20, 0],
          Factor: [0.9, -1, 7],
          Voltage: [220, 221, 5000],
        }),
      ),
    ).toEqual({
      at: Date.UTC(2026, 10, 20, 12, 30),
      measured: { va: 220, vb: 221, wa: 100, wb: -20, wc: 0, pfa: 0.9, pfb: -1 },
      registers: { consumedA: 1_500_000, consumedB: 2_250_000, consumedC: 3_000_000 },
    });
  });

  test('stores a single total of several phases in phase A', () => {
    expect(read({})('tele/quadro/SENSOR', sensor({ Total: 3, Power: [100, 20] }))).toMatchObject({
      registers: { consumedA: 3_000_000 },
    });
  });

  test('reads a polled status, and refuses other messages with the reason', () => {
    const status = JSON.stringify({
      StatusSNS: { Time: '2026-11-20T09:30:00', ENERGY: { Total: 2, Power: 5 } },
    });
    expect(read({ topic: 'stat/quadro', kind: 'mono' })('stat/quadro/STATUS10', status)).toEqual({
      at: Date.UTC(2026, 10, 20, 12, 30),
      measured: { wa: 5 },
      registers: { consumedA: 2_000_000 },
    });
    expect(read({})('tele/quadro/LWT', 'Online')).toEqual({ refused: 'unmapped-topic' });
    expect(read({})('tele/quadro/SENSOR', '')).toEqual({ refused: 'empty' });
  });
});

describe('the Shelly Gen2 adapter', () => {
  const shelly = read({ adapter: 'shelly-gen2', topic: 'shelly' });

  test('reads one-phase channels as phases of the board', () => {
    expect(
      shelly('shelly/status/em1:1', '{"id":1,"current":4.5,"voltage":231,"act_power":951,"pf":0.92}'),
    ).toEqual({
      at: null,
      measured: { vb: 231, ib: 4.5, pfb: 0.92, wb: 951 },
      registers: {},
    });
    expect(
      shelly('shelly/status/em1data:2', '{"id":2,"total_act_energy":12.34,"total_act_ret_energy":1}'),
    ).toMatchObject({
      registers: { consumedC: 12_340, injectedC: 1_000 },
    });
  });

  test('reads a notification with only changed values, and refuses one without energy', () => {
    const about = (params: object) =>
      JSON.stringify({ method: 'NotifyStatus', params: { ts: 1757059800.08, ...params } });
    expect(shelly('shelly/events/rpc', about({ 'em:0': { a_act_power: 12 } }))).toEqual({
      at: 1757059800080,
      measured: { wa: 12 },
      registers: {},
    });
    expect(shelly('shelly/events/rpc', about({ 'wifi:0': { rssi: -50 } }))).toEqual({ refused: 'no-values' });
    expect(shelly('shelly/online', 'true')).toEqual({ refused: 'unmapped-topic' });
    expect(shelly('shelly/events/rpc', '{')).toEqual({ refused: 'bad-json' });
  });
});

describe('real meter messages', () => {
  test('reads phases B and C of Zigbee2MQTT by suffix, and the power factor as a ratio', () => {
    const payload = JSON.stringify({
      current: 0.44,
      current_phase_b: 1.85,
      energy: 299.7,
      power: 89,
      power_phase_b: 384,
      power_phase_c: 0,
      power_factor: 0.92,
      power_factor_phase_b: 0.97,
      power_reactive: 38,
      voltage: 231.2,
      voltage_phase_b: 230.5,
      voltage_phase_c: 228.4,
    });
    expect(read({ adapter: 'zigbee2mqtt', topic: 'z/m' })('z/m', payload)).toEqual({
      at: null,
      measured: {
        va: 231.2,
        vb: 230.5,
        vc: 228.4,
        ia: 0.44,
        ib: 1.85,
        pfa: 0.92,
        pfb: 0.97,
        wa: 89,
        wb: 384,
        wc: 0,
        vara: 38,
      },
      registers: { consumedA: 299_700_000 },
    });
  });

  test.each(['pm1', 'switch'])('reads the power and energy keys of Shelly %s:0', (component) => {
    const mini = read({ adapter: 'shelly-gen2', kind: 'mono', topic: 'mini' });
    const state = { voltage: 238.3, current: 0.02, apower: 1.6, aenergy: { total: 12.948 } };
    expect(mini(`mini/status/${component}:0`, JSON.stringify(state))).toEqual({
      at: null,
      measured: { va: 238.3, ia: 0.02, wa: 1.6 },
      registers: { consumedA: 12_948 },
    });
    const notification = { params: { ts: 1795872254, [`${component}:0`]: { aenergy: { total: 15.448 } } } };
    expect(mini('mini/events/rpc', JSON.stringify(notification))).toMatchObject({
      at: 1795872254000,
      registers: { consumedA: 15_448 },
    });
  });

  test('reads the imported energy of Tasmota by phase instead of the total', () => {
    const energy = {
      Total: 16647.947,
      ExportActive: [1508.37, 1929.488, 1696.624],
      ImportActive: [4392.588, 2795.954, 4301.033],
    };
    expect(
      read({})('tele/quadro/SENSOR', JSON.stringify({ Time: '2026-11-28T09:44:14', ENERGY: energy })),
    ).toMatchObject({
      registers: {
        consumedA: 4_392_588_000,
        consumedB: 2_795_954_000,
        consumedC: 4_301_033_000,
        injectedA: 1_508_370_000,
      },
    });
  });
});

describe('the Zigbee2MQTT adapter', () => {
  const z2m = read({ adapter: 'zigbee2mqtt', topic: 'zigbee2mqtt/casa/medidor' });

  test('reads older phase names, and signed power', () => {
    expect(
      z2m('zigbee2mqtt/casa/medidor', '{"power_x":-5,"energy_y":1.5,"voltage_z":220,"energy":99}'),
    ).toEqual({
      at: null,
      measured: { wa: -5, vc: 220 },
      registers: { consumedB: 1_500_000 },
    });
  });

  test('takes the sign of power from the direction', () => {
    const signed = (power: number, flow: string) =>
      z2m('zigbee2mqtt/casa/medidor', JSON.stringify({ power_a: power, energy_flow_a: flow }));
    expect(signed(5, 'producing')).toMatchObject({ measured: { wa: -5 } });
    expect(signed(-5, 'producing')).toMatchObject({ measured: { wa: -5 } });
    expect(signed(-5, 'consuming')).toMatchObject({ measured: { wa: 5 } });
  });

  test('uses the last-seen time when the meter sends none', () => {
    expect(z2m('zigbee2mqtt/casa/medidor', '{"power_a":1,"last_seen":1757059800080}')).toMatchObject({
      at: 1757059800080,
    });
    expect(z2m('zigbee2mqtt/casa/medidor/availability', '{"state":"online"}')).toEqual({
      refused: 'unmapped-topic',
    });
  });
});

describe('the generic mapping', () => {
  const rule = (overrides: Partial<MappingRule>): MappingRule => ({
    topic: '',
    path: 'v',
    field: 'wa',
    unit: 'W',
    ...overrides,
  });
  const by = (rules: readonly MappingRule[], payload: unknown, times: Mapping['times'] = []) =>
    readByMapping({ rules, times }, '', JSON.stringify(payload), ZONE);

  test('multiplies by transformers, inverts signs, and uses absolute values', () => {
    expect(by([rule({ unit: 'kW', multiplier: 20 })], { v: 1.5 })).toMatchObject({
      measured: { wa: 30_000 },
    });
    expect(by([rule({ sign: 'negated' })], { v: 7 })).toMatchObject({ measured: { wa: -7 } });
    expect(by([rule({ sign: 'negated' })], { v: 0 })).toMatchObject({ measured: { wa: 0 } });
    expect(by([rule({ sign: 'absolute' })], { v: -7 })).toMatchObject({ measured: { wa: 7 } });
    expect(by([rule({ sign: 'signed' })], { v: '-7e+02' })).toMatchObject({ measured: { wa: -700 } });
  });

  const generic = (rules: readonly MappingRule[]) =>
    read({ adapter: 'generic', topic: 'm', mapping: { rules, times: [] } });
  const register = (path: string, overrides: Partial<MappingRule> = {}): MappingRule =>
    rule({ path, field: 'consumedA', unit: 'kWh', ...overrides });

  test('sums the registers of one quantity, and omits the sum when one is missing', () => {
    const twoRates = generic([register('t1'), register('t2')]);
    expect(twoRates('m', '{"t1":100.2,"t2":200.5}')).toMatchObject({ registers: { consumedA: 300_700_000 } });
    expect(twoRates('m', '{"t1":100.2}')).toEqual({ refused: 'no-values' });
  });

  test('uses a fallback register only without the other registers', () => {
    const totalFirst = generic([register('total'), register('t1', { fallback: true })]);
    expect(totalFirst('m', '{"total":300,"t1":100}')).toMatchObject({
      registers: { consumedA: 300_000_000 },
    });
    expect(totalFirst('m', '{"t1":100}')).toMatchObject({ registers: { consumedA: 100_000_000 } });
    expect(generic([register('t1', { fallback: true })])('m', '{"t1":1}')).toMatchObject({
      registers: { consumedA: 1_000_000 },
    });
  });

  test('reads keys that contain points', () => {
    const obis = [rule({ path: '1.8.0', field: 'consumedA', unit: 'kWh' }), rule({ path: 'power.1.7.0' })];
    expect(by(obis, { '1.8.0': 5, power: { '1.7.0': 700 } })).toMatchObject({
      measured: { wa: 700 },
      registers: { consumedA: 5_000_000 },
    });
  });

  test.each([
    ['220,5', 220.5],
    ['0,123', 0.123],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['12345,678', 12_345.678],
    [' 7.25 ', 7.25],
  ])('reads the number %j with a decimal comma or point', (text, value) => {
    expect(by([rule({})], { v: text })).toMatchObject({ measured: { wa: value } });
  });

  test.each(['1,234', '1.234.5', '1,2,3', 'x'])('refuses the text %j as a number', (text) => {
    expect(by([rule({})], { v: text })).toEqual({ refused: 'bad-number' });
  });

  test('uses the first rule with a value', () => {
    const rules = [rule({ path: 'x' }), rule({ path: 'y', onlyWith: 'z' }), rule({})];
    expect(by(rules, { x: null, y: 1, v: 2 })).toMatchObject({ measured: { wa: 2 } });
    expect(by(rules, { x: 3, v: 2 })).toMatchObject({ measured: { wa: 3 } });
  });

  test('reads registers to the thousandth, in any notation', () => {
    const volume = rule({ field: 'volume', unit: 'L' });
    expect(by([volume], { v: '4e+05' })).toMatchObject({ registers: { volume: 400_000_000 } });
    expect(by([rule({ field: 'consumedA', unit: 'kWh' })], { v: 0.984 })).toMatchObject({
      registers: { consumedA: 984_000 },
    });
  });

  test.each([
    [{ v: 'n/a' }, 'bad-number'],
    [{ v: true }, 'bad-number'],
    [{ v: 1e300 }, 'bad-number'],
    [{ v: -1 }, 'negative-register'],
    [{ v: '' }, 'no-values'],
    [{ w: 1 }, 'no-values'],
    [7, 'no-values'],
    [{ v: 1, t: 'ontem' }, 'bad-timestamp'],
    [{ v: 1, t: {} }, 'bad-timestamp'],
  ])('refuses %j as %s', (payload, refused) => {
    expect(by([rule({ field: 'consumedA', unit: 'kWh' })], payload, [['t']])).toEqual({ refused });
  });

  test('matches a pattern of topics', () => {
    expect([
      isTopicOf('+/total', 'canal/total'),
      isTopicOf('+/total', 'a/b/total'),
      isTopicOf('a', 'a'),
    ]).toEqual([true, false, true]);
    expect(read({ adapter: 'generic' })('tele/quadro/x', '1')).toEqual({ refused: 'unmapped-topic' });
  });
});

describe('messages without values', () => {
  const mapping: Mapping = {
    rules: [{ topic: 'x', path: 'total', unit: 'kWh', field: 'consumedA' }],
    times: [],
  };
  const TOPICS = {
    'shelly-gen1': 'emeter/0/power',
    'shelly-gen2': 'events/rpc',
    tasmota: 'SENSOR',
    zigbee2mqtt: '',
    generic: 'x',
  } as const;
  test.each(ADAPTER_KINDS)('refuses messages without values with a reason: %s', (adapter) => {
    const reader = read({ adapter, topic: 'm', mapping });
    const topic = ['m', TOPICS[adapter]].filter((part) => part !== '').join('/');
    for (const payload of ['', '{}', '[]', 'null', 'text', '{"unknown":1}'])
      expect(reader(topic, payload)).toEqual({ refused: expect.any(String) });
    expect(reader('m/never/heard/of', '1')).toEqual({ refused: expect.any(String) });
  });
});

describe('the topics of a board', () => {
  test.each([
    ['a/b', 'a/b', ''],
    ['a/b', 'a/b/c/d', 'c/d'],
    ['a/b/', 'a/b/c', 'c'],
    ['a/b', 'a/bc', null],
    ['a/b', 'x/a/b', null],
  ])('below %s, returns for %s the topic %j', (prefix, topic, below) => {
    expect(topicBelow(prefix, topic)).toBe(below);
  });

  test('refuses a topic of another board', () => {
    expect(read({})('tele/outro/SENSOR', '{}')).toEqual({ refused: 'not-own-topic' });
  });
});

describe('the fields of a board', () => {
  test('returns the fields of the board kind', () => {
    const fieldsOf = (kind: 'tri' | 'mono' | 'water') =>
      [...INSTANT_FIELDS, ...REGISTER_NAMES].filter((name) => isFieldOf(kind, name));
    expect(fieldsOf('water')).toEqual(['rssi', 't', 'flow', 'volume']);
    expect(fieldsOf('mono')).toEqual([
      'va',
      'ia',
      'pfa',
      'wa',
      'vara',
      'vthda',
      'ithda',
      'rssi',
      't',
      'consumedA',
      'injectedA',
      'inductiveA',
      'capacitiveA',
    ]);
    expect(fieldsOf('tri')).toHaveLength(21 + 2 + 12);
    expect(mappingOf({ adapter: 'shelly-gen1', kind: 'mono', mapping: null }).rules).toHaveLength(7);
  });

  test('has at least one unit for each field', () => {
    for (const name of [...INSTANT_FIELDS, ...REGISTER_NAMES])
      expect(unitsOf(name).length).toBeGreaterThan(0);
    expect(unitsOf('consumedB')).toEqual(['Wh', 'kWh', 'MWh']);
  });
});
