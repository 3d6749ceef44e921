import { formatNumber } from '../../base/units/format.ts';
import type { Intensity, Outlier } from './compared-establishments.ts';

const INTENSITY_WORDS: Readonly<Record<Intensity, string>> = {
  'per-area': 'por m²',
  'per-person': 'por pessoa',
  'per-open-hour': 'por hora aberta',
};

/** How far, by what, and beside how many: 'Usa 2,4 vezes o normal por m², comparado a 7 da mesma atividade e tamanho'. */
export function outlierText({ by, times, alike, isOfItsSize }: Outlier): string {
  const level =
    times > 1 ? `${formatNumber(times, 1)} vezes o normal` : `${formatNumber(times * 100, 0)}% do normal`;
  const whose = isOfItsSize ? 'da mesma atividade e tamanho' : 'da mesma atividade';
  return `Usa ${level} ${INTENSITY_WORDS[by]}, comparado a ${alike} ${whose}`;
}
