import type { Meter } from '../../../sites/meters/index.ts';
import { isAtInverter } from '../generated-energy.ts';

/** A sensor of Home Assistant as its discovery message describes it. */
interface Sensor {
  /** The name of the sensor in the state of the meter and in the unique id. */
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  /** Absent for shares, because Home Assistant has no class for them. */
  readonly deviceClass?: string;
  /** Absent for values that are neither instantaneous nor cumulative, such as a forecast. */
  readonly stateClass?: 'measurement' | 'total' | 'total_increasing';
}

const MONEY: readonly Sensor[] = [
  { key: 'cost', name: 'Custo do ciclo', unit: 'BRL', deviceClass: 'monetary', stateClass: 'total' },
  { key: 'cost_forecast', name: 'Custo previsto', unit: 'BRL', deviceClass: 'monetary' },
];
const ENERGY: readonly Sensor[] = [
  {
    key: 'energy',
    name: 'Energia do ciclo',
    unit: 'kWh',
    deviceClass: 'energy',
    stateClass: 'total_increasing',
  },
  { key: 'energy_forecast', name: 'Energia prevista', unit: 'kWh', deviceClass: 'energy' },
  { key: 'power', name: 'Potência', unit: 'W', deviceClass: 'power', stateClass: 'measurement' },
];
/** Sensors of a meter at an inverter, which has neither consumption nor a bill. */
const GENERATION: readonly Sensor[] = [
  {
    key: 'generation',
    name: 'Geração do ciclo',
    unit: 'kWh',
    deviceClass: 'energy',
    stateClass: 'total_increasing',
  },
  { key: 'power', name: 'Potência gerada', unit: 'W', deviceClass: 'power', stateClass: 'measurement' },
];
const WATER: readonly Sensor[] = [
  { key: 'water', name: 'Água do ciclo', unit: 'm³', deviceClass: 'water', stateClass: 'total_increasing' },
  { key: 'water_forecast', name: 'Água prevista', unit: 'm³', deviceClass: 'water' },
  { key: 'flow', name: 'Vazão', unit: 'L/min', deviceClass: 'volume_flow_rate', stateClass: 'measurement' },
];
/** The measured share of the cycle's total, and the share that an import estimated. */
const SHARES: readonly Sensor[] = [
  { key: 'completeness', name: 'Dados do ciclo', unit: '%', stateClass: 'measurement' },
  { key: 'estimated', name: 'Estimado no ciclo', unit: '%', stateClass: 'measurement' },
];
const PHASES = { mono: ['a'], tri: ['a', 'b', 'c'] } as const;

const voltagesOf = ({ model }: Pick<Meter, 'model'>): readonly Sensor[] =>
  PHASES[model].map((phase) => ({
    key: `voltage_${phase}`,
    name: `Tensão ${phase.toUpperCase()}`,
    unit: 'V',
    deviceClass: 'voltage',
    stateClass: 'measurement',
  }));

export const sensorsOf = (
  meter: Pick<Meter, 'type' | 'model' | 'isGeneral' | 'hasSolarPanel'>,
): readonly Sensor[] => {
  if (meter.type === 'water') return [...WATER, ...MONEY, ...SHARES];
  return isAtInverter(meter)
    ? [...GENERATION, ...voltagesOf(meter), ...SHARES]
    : [...ENERGY, ...voltagesOf(meter), ...MONEY, ...SHARES];
};

/** The topic prefix of discovery, as Home Assistant uses it by default. */
export const DISCOVERY = 'homeassistant/';

/** The topic prefix of the states of a key's meters. */
const statesOf = (id: string): string => `nascente/${id}/`;

/** Whether a topic or a subscription filter concerns discovery or the states of a key's meters. */
export const isOfHome = (topic: string, id: string): boolean =>
  topic.startsWith(DISCOVERY) || topic.startsWith(statesOf(id));

const nodeOf = (mac: string): string => `nascente_${mac.replaceAll(':', '').toLowerCase()}`;

/** Topic of the state of a meter: JSON by the keys of its sensors. */
export const stateTopic = (id: string, mac: string): string =>
  `${statesOf(id)}${mac.replaceAll(':', '').toLowerCase()}/state`;

/** Seconds after which Home Assistant treats a value without update as unknown. */
const EXPIRES_S = 300;

/** The discovery messages of a meter (MQTT discovery of Home Assistant, one a sensor). */
export const discoveryOf = (id: string, meter: Meter) =>
  sensorsOf(meter).map((sensor) => ({
    topic: `${DISCOVERY}sensor/${nodeOf(meter.mac)}/${sensor.key}/config`,
    config: {
      name: sensor.name,
      unique_id: `${nodeOf(meter.mac)}_${sensor.key}`,
      state_topic: stateTopic(id, meter.mac),
      value_template: `{{ value_json.${sensor.key} }}`,
      unit_of_measurement: sensor.unit,
      ...(sensor.deviceClass && { device_class: sensor.deviceClass }),
      ...(sensor.stateClass && { state_class: sensor.stateClass }),
      // A total restarts at zero in each billing cycle.
      ...(sensor.stateClass === 'total' && { last_reset_value_template: '{{ value_json.cycle_start }}' }),
      expire_after: EXPIRES_S,
      device: {
        identifiers: [nodeOf(meter.mac)],
        name: meter.name,
        manufacturer: 'Nascente',
        model: meter.equipment,
        suggested_area: meter.establishmentName,
      },
      origin: { name: 'Nascente' },
    },
  }));
