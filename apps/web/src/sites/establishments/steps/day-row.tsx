import { Checkbox } from '@mantine/core';
import type { WeekdayName } from '@nascente/domain/base/time/business-hours';
import { remarkOn, type TypedDay } from '../typed/typed-hours.ts';
import styles from './hours-step.module.css';
import { TimeSpan } from './time-span.tsx';

const WORDS: Record<WeekdayName, string> = {
  sunday: 'Domingo',
  monday: 'Segunda-feira',
  tuesday: 'Terça-feira',
  wednesday: 'Quarta-feira',
  thursday: 'Quinta-feira',
  friday: 'Sexta-feira',
  saturday: 'Sábado',
};

interface DayRowProps {
  name: WeekdayName;
  day: TypedDay;
  /** The step was refused: hours that are missing are marked. */
  isRefused: boolean;
  onChange: (day: TypedDay) => void;
}

export const DayRow = ({ name, day, isRefused, onChange }: DayRowProps) => (
  <li className={styles.day}>
    <Checkbox
      className={styles.name ?? ''}
      label={WORDS[name]}
      checked={day.open}
      onChange={({ currentTarget }) => onChange({ ...day, open: currentTarget.checked })}
    />
    {day.open ? (
      <TimeSpan
        label={WORDS[name]}
        isLabelHidden
        day={day}
        isRefused={isRefused}
        remark={remarkOn(day)}
        onChange={onChange}
      />
    ) : (
      <span className={styles.closed}>Fechado</span>
    )}
  </li>
);
