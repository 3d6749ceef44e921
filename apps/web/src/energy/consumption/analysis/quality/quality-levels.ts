import type { CellLevel } from '@nascente/charts/cell-grid';
import type { STATUS_LEVELS } from '@nascente/contract/telemetry/telemetry';
import { isBilledPowerFactor } from '@nascente/domain/telemetry/quality/power-factor';
import type { Tension } from '@nascente/domain/telemetry/quality/voltage';

type StatusLevel = (typeof STATUS_LEVELS)[number];
type CellLevelName = StatusLevel | 'billed';
export type Measure = 'PF' | 'V';

interface NamedLevel extends CellLevel {
  readonly level: CellLevelName;
  readonly word: string;
}

const soft = (color: string): string => `color-mix(in srgb, var(${color}) 45%, var(--surface))`;

/** Colours are the three levels of the specification, section 9; the bill's limit, 0.92, divides the best one. */
const POWER_FACTOR: readonly NamedLevel[] = [
  { level: 'great', word: 'ótimo', label: 'ótimo, 0,92 ou mais', fill: soft('--good') },
  {
    level: 'billed',
    word: 'abaixo de 0,92, o limite da fatura',
    label: 'abaixo do limite da fatura, 0,92',
    fill: soft('--good'),
    shape: 'dot',
  },
  { level: 'normal', word: 'normal', label: 'normal', fill: 'var(--intermediate)', shape: 'bar' },
  { level: 'low', word: 'muito baixo', label: 'muito baixo, até 0,4', fill: 'var(--bad)', shape: 'down' },
];

/** PRODIST's ranges at 127 V and 220 V, as in the domain. */
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

/** The level of an hour as drawn. */
export const drawnLevel = ({ level, value }: { level: StatusLevel; value: number }): CellLevelName =>
  level === 'great' && isBilledPowerFactor(value) ? 'billed' : level;

export const levelsOf = (measure: Measure, tension: Tension): readonly NamedLevel[] =>
  measure === 'PF' ? POWER_FACTOR : voltageLevels(tension);
