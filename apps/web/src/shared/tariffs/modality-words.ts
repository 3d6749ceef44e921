import type { Modality } from '@nascente/domain/sites/tariffs/tariff-rules';

/** How modalities are called on the screen. */
export const modalityNames: Readonly<Record<Modality, string>> = {
  simple: 'Simples',
  convencional: 'Convencional',
  branca: 'Branca',
  verde: 'Verde',
  azul: 'Azul',
  water: 'Água por faixas',
};

export const postNames = { inPoint: 'Ponta', interPoint: 'Intermediário', outPoint: 'Fora ponta' } as const;

export const categoryNames = {
  residencial: 'Residencial',
  social: 'Residencial social',
  comercial: 'Comercial',
  industrial: 'Industrial',
  publica: 'Pública',
} as const;
