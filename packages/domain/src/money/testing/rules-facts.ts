import type {
  AzulRules,
  BrancaRules,
  ConvencionalRules,
  VerdeRules,
} from '../../sites/tariffs/tariff-rules.ts';
import { BASE, energy, price, reactive, samePrice, WINDOWS } from './bill-facts.ts';

/** Round prices of every modality, so that expected values can be computed by hand. */
export const CONVENCIONAL: ConvencionalRules = {
  ...BASE,
  modality: 'convencional',
  energy: { outPoint: energy('0.6', '0.4') },
  fioB: samePrice('0.2'),
};

export const BRANCA: BrancaRules = {
  ...BASE,
  modality: 'branca',
  windows: WINDOWS,
  energy: { inPoint: energy('1.4', '0.6'), interPoint: energy('0.8', '0.4'), outPoint: energy('0.4', '0.4') },
};

export const VERDE: VerdeRules = {
  ...BASE,
  modality: 'verde',
  windows: WINDOWS,
  energy: { inPoint: energy('1.5', '0.5'), outPoint: energy('0.1', '0.3') },
  demand: { outPoint: price('20') },
  reactive: reactive('0.3'),
};

export const AZUL: AzulRules = {
  ...BASE,
  modality: 'azul',
  windows: WINDOWS,
  energy: { inPoint: energy('0.1', '0.5'), outPoint: energy('0.1', '0.3') },
  demand: { inPoint: price('50'), outPoint: price('20') },
  reactive: reactive('0.3'),
};
