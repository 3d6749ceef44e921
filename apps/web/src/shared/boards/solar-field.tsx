import { Checkbox } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';

interface SolarFieldProps extends UseFormRegisterReturn {
  readonly isGeneral: boolean;
}

/** A general meter stands at the grid connection, so its answer concerns the establishment; any other solar meter is at an inverter. */
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
