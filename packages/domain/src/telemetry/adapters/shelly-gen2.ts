import type { Mapping, MappingRule } from './mapping.ts';

const PHASES = [
  [0, 'a', 'A'],
  [1, 'b', 'B'],
  [2, 'c', 'C'],
] as const;

type Place = (component: string, key: string) => { topic: string; path: string };

/** The full state of one component, without a time. */
const onStatus: Place = (component, key) => ({ topic: `status/${component}`, path: key });

/** Changed values of any components, with the time. */
const onNotification: Place = (component, key) => ({
  topic: NOTIFICATIONS,
  path: `params.${component}.${key}`,
});

/** Topic on which most messages have no energy data. */
const NOTIFICATIONS = 'events/rpc';

const threePhase = (place: Place): MappingRule[] =>
  PHASES.flatMap(([, phase, register]): MappingRule[] => [
    { ...place('em:0', `${phase}_voltage`), field: `v${phase}`, unit: 'V' },
    { ...place('em:0', `${phase}_current`), field: `i${phase}`, unit: 'A' },
    { ...place('em:0', `${phase}_pf`), field: `pf${phase}`, unit: 'ratio' },
    { ...place('em:0', `${phase}_act_power`), field: `w${phase}`, unit: 'W' },
    { ...place('emdata:0', `${phase}_total_act_energy`), field: `consumed${register}`, unit: 'Wh' },
    { ...place('emdata:0', `${phase}_total_act_ret_energy`), field: `injected${register}`, unit: 'Wh' },
  ]);

/** Profile `monophase`: each channel is a meter of its own. */
const singlePhases = (place: Place): MappingRule[] =>
  PHASES.flatMap(([channel, phase, register]): MappingRule[] => [
    { ...place(`em1:${channel}`, 'voltage'), field: `v${phase}`, unit: 'V' },
    { ...place(`em1:${channel}`, 'current'), field: `i${phase}`, unit: 'A' },
    { ...place(`em1:${channel}`, 'pf'), field: `pf${phase}`, unit: 'ratio' },
    { ...place(`em1:${channel}`, 'act_power'), field: `w${phase}`, unit: 'W' },
    { ...place(`em1data:${channel}`, 'total_act_energy'), field: `consumed${register}`, unit: 'Wh' },
    { ...place(`em1data:${channel}`, 'total_act_ret_energy'), field: `injected${register}`, unit: 'Wh' },
  ]);

/** Meters and switches with separate channels: Plus PM Mini, Plus 1PM, Pro 4PM. */
const channels = (place: Place): MappingRule[] =>
  ['pm1', 'switch'].flatMap((component) =>
    PHASES.flatMap(([channel, phase, register]): MappingRule[] => [
      { ...place(`${component}:${channel}`, 'voltage'), field: `v${phase}`, unit: 'V' },
      { ...place(`${component}:${channel}`, 'current'), field: `i${phase}`, unit: 'A' },
      { ...place(`${component}:${channel}`, 'pf'), field: `pf${phase}`, unit: 'ratio' },
      { ...place(`${component}:${channel}`, 'apower'), field: `w${phase}`, unit: 'W' },
      { ...place(`${component}:${channel}`, 'aenergy.total'), field: `consumed${register}`, unit: 'Wh' },
      { ...place(`${component}:${channel}`, 'ret_aenergy.total'), field: `injected${register}`, unit: 'Wh' },
    ]),
  );

/** Shelly Pro 3EM, 3EM Gen3 and later: Wh, signed power; values of unconnected phases are ignored. Source: Shelly Gen2+ API. */
export const SHELLY_GEN2: Mapping = {
  rules: [onStatus, onNotification].flatMap((place) => [
    ...threePhase(place),
    ...singlePhases(place),
    ...channels(place),
  ]),
  times: [['params.ts']],
};
