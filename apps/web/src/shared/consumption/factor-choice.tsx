import { useState } from 'react';
import { readPreference, writePreference } from '../session-state/local-preference.ts';
import { Segmented } from '../ui/segmented.tsx';

type Factors = 'fixed' | 'monthly';

const PREFERENCE = 'emission-factors';

/** The emission factors that the user chose last, on every screen. */
export const useFactors = (): readonly [Factors, (factors: Factors) => void] => {
  const [factors, setFactors] = useState<Factors>(() =>
    readPreference(PREFERENCE) === 'monthly' ? 'monthly' : 'fixed',
  );
  const choose = (chosen: Factors) => {
    writePreference(PREFERENCE, chosen);
    setFactors(chosen);
  };
  return [factors, choose];
};

interface FactorChoiceProps {
  readonly value: Factors;
  readonly onChange: (factors: Factors) => void;
}

export const FactorChoice = (props: FactorChoiceProps) => (
  <Segmented
    {...props}
    label="Fator de emissão"
    options={[
      { value: 'fixed', text: 'Fixo', name: 'Fator fixo de 2022' },
      { value: 'monthly', text: 'Do mês', name: 'Fator publicado de cada mês' },
    ]}
  />
);
