import type { Unit } from '../use-unit.ts';
import { Segmented } from './segmented.tsx';

interface UnitToggleProps {
  value: Unit;
  onChange: (unit: Unit) => void;
  energyUnit?: 'kWh' | 'm³';
}

/** The toggle R$ / kWh; its value comes from `useUnit`. */
export const UnitToggle = ({ value, onChange, energyUnit = 'kWh' }: UnitToggleProps) => (
  <Segmented
    label="Unidade"
    tour="unit"
    value={value}
    onChange={onChange}
    options={[
      { value: 'money', text: 'R$', name: 'Reais' },
      { value: 'energy', text: energyUnit },
    ]}
  />
);
