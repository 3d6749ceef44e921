import { Checkbox } from '@mantine/core';
import { type WeekdayName, weekdayNames, workingDays } from '@nascente/domain/base/time/business-hours';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { DateInput } from '../../../shared/forms/fields/date-input.tsx';
import type { TypedEstablishment } from '../typed/typed-establishment.ts';
import {
  areAllLike,
  clockOf,
  patternOf,
  remarkOn,
  type TypedDay,
  type TypedHours,
  withTypedDays,
} from '../typed/typed-establishment.ts';
import styles from './hours-step.module.css';

interface TimeSpanProps {
  label: string;
  isLabelHidden?: boolean;
  day: TypedDay;
  isRefused?: boolean;
  remark?: string | null;
  onChange: (day: TypedDay) => void;
}

const TimeSpan = (props: TimeSpanProps) => {
  const { label, isLabelHidden = false, day, isRefused = false, remark, onChange } = props;
  const field = (key: 'openHour' | 'closeHour', text: string) => (
    <DateInput
      kind="time"
      aria-label={`${label}: ${text}`}
      className={styles.time ?? ''}
      value={day[key]}
      error={isRefused && clockOf(day[key]) === null}
      onChange={(value) => onChange({ ...day, [key]: value })}
    />
  );
  return (
    <fieldset className={styles.span} aria-label={label}>
      {!isLabelHidden && <legend>{label}</legend>}
      {field('openHour', 'abre às')}
      <span aria-hidden>às</span>
      {field('closeHour', 'fecha às')}
      {remark && <small>{remark}</small>}
    </fieldset>
  );
};

const TEXTS: Record<WeekdayName, string> = {
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
  isRefused: boolean;
  onChange: (day: TypedDay) => void;
}

const DayRow = ({ name, day, isRefused, onChange }: DayRowProps) => (
  <li className={styles.day}>
    <Checkbox
      className={styles.name ?? ''}
      label={TEXTS[name]}
      checked={day.open}
      onChange={({ currentTarget }) => onChange({ ...day, open: currentTarget.checked })}
    />
    {day.open ? (
      <TimeSpan
        label={TEXTS[name]}
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

/** Monday first. */
const DAYS: readonly WeekdayName[] = [...workingDays, 'saturday', 'sunday'];

const Shortcuts = ({ hours, onChange }: { hours: TypedHours; onChange: (hours: TypedHours) => void }) => {
  const [pattern, setPattern] = useState<TypedDay>(() => patternOf(hours));
  const isEveryDay = areAllLike(hours, weekdayNames, pattern);
  const isWorkingDays = areAllLike(hours, workingDays, pattern);
  const set = (days: readonly WeekdayName[], open: boolean) =>
    onChange(withTypedDays(hours, days, { ...pattern, open }));
  const change = (next: TypedDay) => {
    setPattern(next);
    // Days that follow the pattern keep following it.
    if (isEveryDay) onChange(withTypedDays(hours, weekdayNames, next));
    else if (isWorkingDays) onChange(withTypedDays(hours, workingDays, next));
  };
  return (
    <div className={styles.shortcuts} data-tour="wizard-hours">
      <TimeSpan label="Horário padrão" day={pattern} remark={remarkOn(pattern)} onChange={change} />
      <div className={styles.choices}>
        <Checkbox
          label="Todos os dias"
          checked={isEveryDay}
          onChange={({ currentTarget }) => set(weekdayNames, currentTarget.checked)}
        />
        <Checkbox
          label="Dias úteis"
          checked={isWorkingDays}
          onChange={({ currentTarget }) => set(workingDays, currentTarget.checked)}
        />
      </div>
    </div>
  );
};

export const HoursStep = () => {
  const { field, fieldState } = useController<TypedEstablishment, 'businessHours'>({ name: 'businessHours' });
  const said = fieldState.error?.message;
  return (
    <>
      <p className={styles.help}>
        Marque os dias em que o estabelecimento abre. Um horário que termina depois da meia-noite vale até o
        dia seguinte; com a mesma hora para abrir e fechar, o dia fica aberto 24 horas.
      </p>
      <Shortcuts hours={field.value} onChange={field.onChange} />
      <ul className={styles.days} aria-label="Dias da semana">
        {DAYS.map((name) => (
          <DayRow
            key={name}
            name={name}
            day={field.value[name]}
            isRefused={said !== undefined}
            onChange={(day) => field.onChange({ ...field.value, [name]: day })}
          />
        ))}
      </ul>
      {said && (
        <p className={styles.error} role="alert">
          {said}
        </p>
      )}
    </>
  );
};
