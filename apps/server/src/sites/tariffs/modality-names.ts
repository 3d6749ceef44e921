import { electricModalityLabels, type Modality } from '@nascente/domain/sites/tariffs/tariff-rules';

/** Default names of modalities. */
export const MODALITY_NAMES: Readonly<Record<Modality, string>> = {
  simple: 'Simples',
  ...electricModalityLabels,
  water: 'Água',
};
