import type { MeterKind } from '../consumption/amount.ts';
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

const UTILITIES = [
  { value: 'eletric', text: 'Energia' },
  { value: 'water', text: 'Água' },
] as const;

interface UtilityToggleProps {
  label: string;
  value: MeterKind;
  onChange: (type: MeterKind) => void;
}

export const UtilityToggle = (props: UtilityToggleProps) => <Segmented {...props} options={UTILITIES} />;
