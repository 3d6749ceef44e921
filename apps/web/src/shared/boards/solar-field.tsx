import { Checkbox } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';

interface SolarFieldProps extends UseFormRegisterReturn {
  readonly isGeneral: boolean;
}

/**
 * For a general meter, at the grid connection, the field asks whether the establishment has panels; for any other meter, whether
 * it is at an inverter.
 */
const TEXTS = {
  grid: {
    label: 'O local tem painéis solares',
    description: 'Este medidor vê o que vem da rede e o que sobra dos painéis e vai para ela.',
  },
  inverter: {
    label: 'Este medidor está no inversor solar',
    description:
      'Ele mede o que os painéis geram. Com ele e o medidor geral se sabe quanto da geração foi usado no local.',
  },
} as const;

export const SolarField = ({ isGeneral, ...field }: SolarFieldProps) => (
  <Checkbox {...field} {...(isGeneral ? TEXTS.grid : TEXTS.inverter)} />
);
