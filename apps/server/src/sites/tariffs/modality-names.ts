import { electricModalityLabels, type Modality } from '@nascente/domain/sites/tariffs/tariff-rules';

/** How modalities are called where nobody has chosen another name. */
export const MODALITY_NAMES: Readonly<Record<Modality, string>> = {
  simple: 'Simples',
  ...electricModalityLabels,
  water: 'Água',
};
