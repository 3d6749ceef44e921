import { electricModalityLabels, type Modality } from '@nascente/domain/sites/tariffs/tariff-rules';

export const modalityNames: Readonly<Record<Modality, string>> = {
  simple: 'Simples',
  ...electricModalityLabels,
  water: 'Água por faixas',
};

export const touPeriodNames = {
  inPoint: 'Ponta',
  interPoint: 'Intermediário',
  outPoint: 'Fora ponta',
} as const;

export const categoryNames = {
  residencial: 'Residencial',
  social: 'Residencial social',
  comercial: 'Comercial',
  industrial: 'Industrial',
  publica: 'Pública',
} as const;
