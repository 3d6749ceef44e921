import type { Mapping, MappingRule } from './mapping.ts';

const PHASES = [
  [0, 'a', 'A'],
  [1, 'b', 'B'],
  [2, 'c', 'C'],
] as const;

/** Topics and paths of the energy object: SENSOR messages, flat messages of old firmware, and polled status. */
const PLACES = [
  ['SENSOR', 'ENERGY.'],
  ['ENERGY', ''],
  ['STATUS8', 'StatusSNS.ENERGY.'],
  ['STATUS10', 'StatusSNS.ENERGY.'],
] as const;

/**
 * Tasmota meters: kWh and W, lists by phase. `ImportActive` precedes `Total`, which may be a balance; without SetOption129 `Total`
 * counts all phases and is stored in phase A. Local time without zone. Source: Tasmota documentation, Power Monitoring.
 */
export const TASMOTA: Mapping = {
  rules: PLACES.flatMap(([topic, object]) =>
    PHASES.flatMap(([index, phase, register]): MappingRule[] => {
      const on = (key: string) => ({ topic, path: `${object}${key}.${index}` });
      return [
        { ...on('Voltage'), field: `v${phase}`, unit: 'V' },
        { ...on('Current'), field: `i${phase}`, unit: 'A' },
        { ...on('Factor'), field: `pf${phase}`, unit: 'ratio' },
        { ...on('Power'), field: `w${phase}`, unit: 'W' },
        { ...on('ReactivePower'), field: `var${phase}`, unit: 'var' },
        { ...on('ImportActive'), field: `consumed${register}`, unit: 'kWh' },
        { ...on('Total'), field: `consumed${register}`, unit: 'kWh' },
        { ...on('ExportActive'), field: `injected${register}`, unit: 'kWh' },
      ];
    }),
  ),
  times: [['Time', 'StatusSNS.Time']],
};
