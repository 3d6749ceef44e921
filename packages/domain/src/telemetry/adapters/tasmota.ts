import type { Mapping, MappingRule } from './mapping.ts';

const PHASES = [
  [0, 'a', 'A'],
  [1, 'b', 'B'],
  [2, 'c', 'C'],
] as const;

/** Topics with the object of energy in each of its places: SENSOR, the flat one of old firmware, and polled status. */
const PLACES = [
  ['SENSOR', 'ENERGY.'],
  ['ENERGY', ''],
  ['STATUS8', 'StatusSNS.ENERGY.'],
  ['STATUS10', 'StatusSNS.ENERGY.'],
] as const;

/**
 * Tasmota energy meters: kWh and W; lists where there are several phases; `ImportActive` is taken before `Total`, which may
 * be the balance of both directions; `Total` is a list only where the firmware
 * was told so (SetOption129), otherwise it counts all phases and is kept in phase A. Local time without a zone.
 * Source: Tasmota documentation, Power Monitoring and SetOption129.
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
