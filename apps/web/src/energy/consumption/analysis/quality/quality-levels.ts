import type { CellLevel } from '@nascente/charts/cell-grid';
import type { STATUS_LEVELS } from '@nascente/contract/telemetry/telemetry';
import type { Tension } from '@nascente/domain/telemetry/quality/voltage';

type StatusLevel = (typeof STATUS_LEVELS)[number];
export type Measure = 'PF' | 'V';

interface NamedLevel extends CellLevel {
  readonly level: StatusLevel;
  /** What it is called for one hour. */
  readonly word: string;
}

const soft = (color: string): string => `color-mix(in srgb, var(${color}) 45%, var(--surface))`;

/** At or below 0.4 very low, at or above 0.8 great (spec, section 9). */
const POWER_FACTOR: readonly NamedLevel[] = [
  { level: 'great', word: 'ótimo', label: 'ótimo, 0,8 ou mais', fill: soft('--good') },
  { level: 'normal', word: 'normal', label: 'normal', fill: 'var(--intermediate)', shape: 'bar' },
  { level: 'low', word: 'muito baixo', label: 'muito baixo, até 0,4', fill: 'var(--bad)', shape: 'down' },
];

/** PRODIST's ranges of 127 V and of 220 V, as the domain judges them. */
const RANGES: Readonly<Record<Tension, readonly [string, string, string]>> = {
  110: ['117 a 133 V', 'abaixo de 110 V', 'acima de 135 V'],
  220: ['202 a 231 V', 'abaixo de 191 V', 'acima de 233 V'],
};

const voltageLevels = (tension: Tension): readonly NamedLevel[] => {
  const [adequate, under, over] = RANGES[tension];
  return [
    { level: 'adequate', word: 'adequada', label: `adequada, ${adequate}`, fill: soft('--good') },
    {
      level: 'precarious',
      word: 'precária',
      label: 'precária',
      fill: 'var(--intermediate)',
      shape: 'bar',
    },
    {
      level: 'under',
      word: 'crítica, baixa',
      label: `crítica, ${under}`,
      fill: 'var(--bad)',
      shape: 'down',
    },
    { level: 'over', word: 'crítica, alta', label: `crítica, ${over}`, fill: 'var(--bad)', shape: 'up' },
  ];
};

/** The levels of a measure with their words, colours and shapes. */
export const levelsOf = (measure: Measure, tension: Tension): readonly NamedLevel[] =>
  measure === 'PF' ? POWER_FACTOR : voltageLevels(tension);
