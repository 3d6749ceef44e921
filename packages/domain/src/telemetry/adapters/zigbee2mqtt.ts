import type { BoardKind } from '../frames/frame-layout.ts';
import type { Mapping, MappingRule } from './mapping.ts';

const PHASES = [
  ['a', 'x', 'A'],
  ['b', 'y', 'B'],
  ['c', 'z', 'C'],
] as const;

/**
 * Field names of a phase end in its letter (SPM02V3, PJ-1203A), in X, Y or Z (older SPM02), or in `phase_b` (names of Zigbee).
 */
const rulesOfPhase = ([phaseName, older, register]: (typeof PHASES)[number]): MappingRule[] =>
  [phaseName, older, `phase_${phaseName}`].flatMap((suffix): MappingRule[] => [
    { topic: '', path: `voltage_${suffix}`, field: `v${phaseName}`, unit: 'V' },
    { topic: '', path: `current_${suffix}`, field: `i${phaseName}`, unit: 'A' },
    { topic: '', path: `power_factor_${suffix}`, field: `pf${phaseName}`, unit: '%', mayBeRatio: true },
    {
      topic: '',
      path: `power_${suffix}`,
      field: `w${phaseName}`,
      unit: 'W',
      negativeWhere: { path: `energy_flow_${suffix}`, is: 'producing' },
    },
    { topic: '', path: `energy_${suffix}`, field: `consumed${register}`, unit: 'kWh' },
    { topic: '', path: `energy_produced_${suffix}`, field: `injected${register}`, unit: 'kWh' },
  ]);

/** Two channels of one supply (PJ-1203A) share a voltage, which applies to each existing channel. */
const SHARED_VOLTAGE: MappingRule[] = [
  { topic: '', path: 'voltage', field: 'va', unit: 'V' },
  { topic: '', path: 'voltage', field: 'vb', unit: 'V', onlyWith: 'power_b' },
];

/**
 * Three phases of which the first has no suffix (Zigbee's Electrical Measurement cluster). Energy is that of all phases, and is
 * stored in phase A.
 */
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
 * Meters behind Zigbee2MQTT: flat JSON, kWh, power factor in percent or as a ratio, direction of power in its own field. On a
 * three-phase board, totals count only if the first phase has no suffix. Source: Zigbee2MQTT, devices SPM01, SPM02 and PJ-1203A.
 */
export const zigbee2Mqtt = (kind: BoardKind): Mapping => ({
  rules: [
    ...PHASES.flatMap(rulesOfPhase),
    ...SHARED_VOLTAGE,
    ...(kind === 'mono' ? SINGLE_PHASE : UNNAMED_FIRST_PHASE),
  ],
  times: [['timestamp_a', 'timestamp_b'], ['last_seen']],
});
