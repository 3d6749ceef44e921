/** One thing that is shown; left out where its target, an element with this `data-tour`, is not on the screen. */
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
