/** A step; skipped where its target, the element with this `data-tour`, is absent. */
export interface TourStep {
  readonly target: string;
  readonly title: string;
  readonly text: string;
}

export const step = (target: string, title: string, text: string): TourStep => ({ target, title, text });

export const UNIT = step(
  'unit',
  'R$ ou consumo',
  'Escolha se os valores aparecem em reais ou em consumo. A escolha vale para todas as telas.',
);
