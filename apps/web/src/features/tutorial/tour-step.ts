/** One thing that is shown; left out where its place, an element with this `data-tour`, is not on the screen. */
export interface TourStep {
  readonly place: string;
  readonly title: string;
  readonly text: string;
}

export const step = (place: string, title: string, text: string): TourStep => ({ place, title, text });

export const UNIT = step(
  'unit',
  'R$ ou consumo',
  'Escolha se os valores aparecem em reais ou em consumo. A escolha vale para todas as telas.',
);
