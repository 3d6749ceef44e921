import type { SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import { formatNumber, formatPercent } from '@nascente/domain/base/units/format';
import {
  MAX_CRITICAL,
  MAX_DISTORTION,
  MAX_PRECARIOUS,
  MAX_UNBALANCE,
} from '@nascente/domain/telemetry/supply/supply-week';
import { WINDOWS_OF_WEEK } from '@nascente/domain/telemetry/supply/supply-windows';
import { listText } from '../../shared/counted-text.ts';

export const EVENT_NAMES: Readonly<Record<SupplyWeekAnswer['events'][number]['kind'], string>> = {
  dip: 'Afundamento',
  swell: 'Elevação',
  interruption: 'Interrupção',
};

/** Rounds up: '0,4 %' exceeds zero, and 3,04 % exceeds three. */
export const shareText = (share: number): string => formatPercent(share, share === 0 ? 0 : 1);

interface Indicator {
  readonly key: string;
  readonly label: string;
  readonly share: number | null;
  readonly limit: number;
  readonly isOver: boolean;
}

/** The four indicators with their limits, as shares. */
export const indicatorsOf = (supply: SupplyWeekAnswer): readonly Indicator[] => {
  const { precarious, critical, unbalance, distortion } = supply;
  const indicator = (key: string, label: string, share: number | null, limit: number): Indicator => ({
    key,
    label,
    share,
    limit,
    isOver: share !== null && share > limit,
  });
  return [
    indicator('drp', 'Tensão precária (DRP)', precarious, MAX_PRECARIOUS),
    indicator('drc', 'Tensão crítica (DRC)', critical, MAX_CRITICAL),
    indicator('fd', 'Desequilíbrio', unbalance, MAX_UNBALANCE),
    indicator(
      'dtt',
      'Distorção (THD)',
      distortion === null ? null : distortion.percent / 100,
      MAX_DISTORTION / 100,
    ),
  ];
};

const NAMES_IN_SENTENCE: Readonly<Record<string, string>> = {
  drp: 'a tensão precária',
  drc: 'a tensão crítica',
  fd: 'o desequilíbrio entre as fases',
  dtt: 'a distorção harmônica',
};

interface Verdict {
  readonly tone: 'good' | 'bad' | 'info';
  readonly title: string;
  readonly text: string;
}

export const verdictOf = (supply: SupplyWeekAnswer): Verdict => {
  const { counted, replaced } = supply;
  const over = indicatorsOf(supply).filter(({ isOver }) => isOver);
  const missing =
    counted < WINDOWS_OF_WEEK
      ? ` Há ${formatNumber(counted, 0)} leituras válidas de 10 minutos das ${formatNumber(WINDOWS_OF_WEEK, 0)} que o PRODIST pede.`
      : '';
  const others =
    replaced > 0 && counted === WINDOWS_OF_WEEK
      ? ` ${formatNumber(replaced, 0)} de ${formatNumber(counted, 0)} leituras vieram de depois da semana, no lugar das que não valem.`
      : '';
  if (over.length > 0) {
    const names = listText(over.map(({ key }) => NAMES_IN_SENTENCE[key] ?? key));
    return {
      tone: 'bad',
      title: 'A energia passou dos limites nesta semana.',
      text: `Acima do limite: ${names}.${missing}${others}`,
    };
  }
  if (counted < WINDOWS_OF_WEEK)
    return {
      tone: 'info',
      title: 'Faltam leituras para avaliar a semana.',
      text: `Nada passou dos limites no que foi medido.${missing}`,
    };
  return {
    tone: 'good',
    title: 'A energia ficou dentro dos limites.',
    text: `Tensão, desequilíbrio e distorção respeitaram o PRODIST.${others}`,
  };
};
