import type { BoardKind } from '../frames/frame-layout.ts';
import type { Mapping, MappingRule } from './mapping.ts';

const PHASES = [
  ['a', 'x', 'A'],
  ['b', 'y', 'B'],
  ['c', 'z', 'C'],
] as const;

/** Names of a phase end in a letter (SPM02V3, PJ-1203A), in X, Y, Z (older SPM02), or in `phase_b` (Zigbee's own names). */
const rulesOfPhase = ([mailMessage, older, register]: (typeof PHASES)[number]): MappingRule[] =>
  [mailMessage, older, `phase_${mailMessage}`].flatMap((suffix): MappingRule[] => [
    { topic: '', path: `voltage_${suffix}`, field: `v${mailMessage}`, unit: 'V' },
    { topic: '', path: `current_${suffix}`, field: `i${mailMessage}`, unit: 'A' },
    { topic: '', path: `power_factor_${suffix}`, field: `pf${mailMessage}`, unit: '%', mayBeRatio: true },
    {
      topic: '',
      path: `power_${suffix}`,
      field: `w${mailMessage}`,
      unit: 'W',
      negativeWhere: { path: `energy_flow_${suffix}`, is: 'producing' },
    },
    { topic: '', path: `energy_${suffix}`, field: `consumed${register}`, unit: 'kWh' },
    { topic: '', path: `energy_produced_${suffix}`, field: `injected${register}`, unit: 'kWh' },
  ]);

/** Two channels of one supply (PJ-1203A): its voltage is that of each channel there is. */
const SHARED_VOLTAGE: MappingRule[] = [
  { topic: '', path: 'voltage', field: 'va', unit: 'V' },
  { topic: '', path: 'voltage', field: 'vb', unit: 'V', onlyWith: 'power_b' },
];

/** Three phases, the first without suffix (Zigbee's cluster of electrical measurement). Energy counts all, stored in phase A. */
const UNNAMED_FIRST_PHASE: MappingRule[] = [
  { topic: '', path: 'current', field: 'ia', unit: 'A', onlyWith: 'power_phase_b' },
  {
    topic: '',
    path: 'power_factor',
    field: 'pfa',
    unit: '%',
    mayBeRatio: true,
    onlyWith: 'power_phase_b',
  },
  { topic: '', path: 'power', field: 'wa', unit: 'W', onlyWith: 'power_phase_b' },
  { topic: '', path: 'power_reactive', field: 'vara', unit: 'var', onlyWith: 'power_phase_b' },
  { topic: '', path: 'energy', field: 'consumedA', unit: 'kWh', onlyWith: 'power_phase_b' },
  { topic: '', path: 'produced_energy', field: 'injectedA', unit: 'kWh', onlyWith: 'power_phase_b' },
];

const SINGLE_PHASE: MappingRule[] = [
  { topic: '', path: 'current', field: 'ia', unit: 'A' },
  { topic: '', path: 'power_factor', field: 'pfa', unit: '%', mayBeRatio: true },
  { topic: '', path: 'power', field: 'wa', unit: 'W' },
  { topic: '', path: 'energy', field: 'consumedA', unit: 'kWh' },
  { topic: '', path: 'produced_energy', field: 'injectedA', unit: 'kWh' },
];

/**
 * Meters behind Zigbee2MQTT: flat JSON, kWh, power factor in percent or as a ratio, power with its direction beside it. On a
 * three-phase board totals are left out. Source: Zigbee2MQTT, devices SPM01, SPM02 and PJ-1203A.
 */
export const zigbee2Mqtt = (kind: BoardKind): Mapping => ({
  rules: [
    ...PHASES.flatMap(rulesOfPhase),
    ...SHARED_VOLTAGE,
    ...(kind === 'mono' ? SINGLE_PHASE : UNNAMED_FIRST_PHASE),
  ],
  times: [['timestamp_a', 'timestamp_b'], ['last_seen']],
});
