import { describe, expect, it } from 'vitest';
import type { Meter } from '../../../sites/meters/index.ts';
import { discoveryOf, sensorsOf } from './discovery.ts';

/**
 * Which state classes and units each device class takes, as Home Assistant's documentation of sensors has it
 * (developers.home-assistant.io, 'Sensor entity': available device classes, available state classes).
 */
const RULES: Readonly<
  Record<string, { readonly states: readonly string[]; readonly units: readonly string[] }>
> = {
  energy: { states: ['total', 'total_increasing'], units: ['Wh', 'kWh', 'MWh'] },
  power: { states: ['measurement'], units: ['W', 'kW', 'MW'] },
  voltage: { states: ['measurement'], units: ['V', 'mV', 'kV'] },
  water: { states: ['total', 'total_increasing'], units: ['L', 'm³', 'gal', 'ft³', 'CCF'] },
  volume_flow_rate: { states: ['measurement'], units: ['L/min', 'L/h', 'm³/h'] },
  // An amount of money in a currency of ISO 4217.
  monetary: { states: ['total'], units: ['BRL'] },
  // A share has no class.
  none: { states: ['measurement'], units: ['%'] },
};
/** Fields of a sensor that MQTT discovery knows and we use. */
const FIELDS = new Set(
  `name unique_id state_topic value_template unit_of_measurement device_class state_class last_reset_value_template
  expire_after device origin`.split(/\s+/),
);
const TOPIC = /^homeassistant\/sensor\/[a-zA-Z0-9_-]+\/[a-zA-Z0-9_-]+\/config$/;

const meter = (fields: Partial<Meter>): Meter =>
  ({
    mac: '70:B3:D5:8A:00:01',
    name: 'Forno',
    establishmentName: 'Padaria',
    type: 'eletric',
    model: 'tri',
    equipment: 'emd3p',
    ...fields,
  }) as Meter;
const INVERTER = meter({ model: 'mono', hasSolarPanel: true, isGeneral: false });
const METERS = [meter({}), meter({ model: 'mono' }), meter({ type: 'water', model: 'mono' }), INVERTER];

describe('discovery of a meter by Home Assistant', () => {
  it.each(METERS.flatMap((one) => discoveryOf('key-id', one)).map((one) => [one.topic, one] as const))(
    '%s matches the discovery format of Home Assistant',
    (topic, { config }) => {
      expect(topic).toMatch(TOPIC);
      expect(Object.keys(config).filter((field) => !FIELDS.has(field))).toEqual([]);
      const rule = RULES[config.device_class ?? 'none'];
      expect(rule?.units).toContain(config.unit_of_measurement);
      if ('state_class' in config) expect(rule?.states).toContain(config.state_class);
      // Only a sensor of the class 'total' may state its last reset.
      expect('last_reset_value_template' in config).toBe(config.state_class === 'total');
      expect(config.device.identifiers).toHaveLength(1);
    },
  );

  it('names each sensor uniquely, with a key of its state', () => {
    const ids = METERS.slice(0, 1).flatMap((one) =>
      discoveryOf('key-id', one).map(({ config }) => config.unique_id),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(sensorsOf(meter({ model: 'mono' })).map(({ key }) => key)).toEqual([
      'energy',
      'energy_forecast',
      'power',
      'voltage_a',
      'cost',
      'cost_forecast',
      'completeness',
      'estimated',
    ]);
  });

  it('an inverter has generation sensors, and no consumption or bill sensors', () => {
    expect(sensorsOf(INVERTER).map(({ key }) => key)).toEqual([
      'generation',
      'power',
      'voltage_a',
      'completeness',
      'estimated',
    ]);
    const [generation] = discoveryOf('key-id', INVERTER);
    expect(generation?.config).toMatchObject({
      name: 'Geração do ciclo',
      device_class: 'energy',
      state_class: 'total_increasing',
      unit_of_measurement: 'kWh',
      value_template: '{{ value_json.generation }}',
    });
    // The meter at the grid measures the use of the establishment, also with solar panels.
    expect(sensorsOf({ ...INVERTER, isGeneral: true })[0]?.key).toBe('energy');
  });
});
