import type { Mapping, MappingRule } from './mapping.ts';

const PHASES = [
  [0, 'a', 'A'],
  [1, 'b', 'B'],
  [2, 'c', 'C'],
] as const;

/**
 * Shelly EM and 3EM of the first generation: one number a topic, `<prefix>/emeter/<channel>/<quantity>`, energies in
 * Wh. What arrives together makes one frame. Source: Shelly Gen1 API, MQTT.
 */
export const SHELLY_GEN1: Mapping = {
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
