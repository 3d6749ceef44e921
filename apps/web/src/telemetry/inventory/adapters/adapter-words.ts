import { formatNumber } from '@nascente/domain/base/units/format';
import type { AdapterKind } from '@nascente/domain/telemetry/adapters/adapter';
import { isRegister, type MappedField } from '@nascente/domain/telemetry/adapters/mapped-field';
import { PHASE_QUANTITIES } from '@nascente/domain/telemetry/frames/frame-fields';

export const adapterNames: Readonly<Record<AdapterKind, string>> = {
  'shelly-gen1': 'Shelly, 1ª geração (EM, 3EM)',
  'shelly-gen2': 'Shelly, 2ª geração em diante (Pro 3EM)',
  tasmota: 'Tasmota',
  zigbee2mqtt: 'Zigbee2MQTT (SPM01, SPM02, PJ-1203A)',
  generic: 'Outro medidor, por mapeamento',
};

/** Where each kind of meter publishes. */
export const topicHints: Readonly<Record<AdapterKind, string>> = {
  'shelly-gen1': 'shellies/shellyem3-A1B2C3',
  'shelly-gen2': 'shellypro3em-a1b2c3d4e5f6',
  tasmota: 'tele/medidor',
  zigbee2mqtt: 'zigbee2mqtt/Medidor',
  generic: 'casa/hidrometro',
};

/** A trial shows the decimals that a meter sends. */
const TRIAL_DECIMALS: Partial<Record<(typeof PHASE_QUANTITIES)[number]['name'], number>> = {
  i: 3,
  w: 1,
  var: 1,
};

const QUANTITIES: readonly (readonly [RegExp, name: string, unit: string, decimals: number])[] = [
  ...PHASE_QUANTITIES.map(
    ({ name, label, unit, decimals }) =>
      [new RegExp(`^${name}[abc]$`), label, unit, TRIAL_DECIMALS[name] ?? decimals] as const,
  ),
  [/^rssi$/, 'Sinal', 'dBm', 0],
  [/^t$/, 'Temperatura', '°C', 1],
  [/^flow$/, 'Vazão', 'L/min', 2],
  [/^consumed[ABC]$/, 'Energia consumida', 'kWh', 3],
  [/^injected[ABC]$/, 'Energia injetada', 'kWh', 3],
  [/^inductive[ABC]$/, 'Energia reativa indutiva', 'kvarh', 3],
  [/^capacitive[ABC]$/, 'Energia reativa capacitiva', 'kvarh', 3],
  [/^volume$/, 'Volume', 'm³', 3],
];

const OF_PHASE = [
  ...PHASE_QUANTITIES.map(({ name }) => `^${name}`),
  'consumed',
  'injected',
  'inductive',
  'capacitive',
];
const PHASE = new RegExp(`(?:${OF_PHASE.join('|')})([abc])$`, 'i');
const THOUSANDTHS_PER_KILO = 1_000_000;

/** 'Tensão, fase A'. */
export const fieldName = (field: MappedField): string => {
  const name = QUANTITIES.find(([pattern]) => pattern.test(field))?.[1] ?? field;
  const phase = PHASE.exec(field)?.[1];
  return phase === undefined ? name : `${name}, fase ${phase.toUpperCase()}`;
};

/** '220,5 V'; registers are given in thousandths of Wh, varh or litres. */
export const fieldText = (field: MappedField, value: number): string => {
  const [, , unit = '', decimals = 3] = QUANTITIES.find(([pattern]) => pattern.test(field)) ?? [];
  const shown = isRegister(field) ? value / THOUSANDTHS_PER_KILO : value;
  return `${formatNumber(shown, decimals)} ${unit}`.trim();
};

export const MAPPING_EXAMPLE = JSON.stringify(
  { rules: [{ topic: '', path: 'total_m3', field: 'volume', unit: 'm³' }], times: [['timestamp']] },
  null,
  2,
);
