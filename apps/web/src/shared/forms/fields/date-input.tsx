import { Popover, type TextInputProps } from '@mantine/core';
import { isCivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { lazy, type Ref, Suspense, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { IconButton } from '../../ui/marks/icon-button.tsx';
import { MaskedField } from './masked-field.tsx';

type MomentKind = 'day' | 'month' | 'time' | 'dayTime';

interface MomentFormat {
  /** Each zero is the place of a digit. */
  readonly pattern: string;
  readonly placeholder: string;
  readonly incomplete: string;
  /** The message about a complete text that is no moment. */
  readonly impossible: string;
  /** ISO text; empty for an incomplete or impossible moment. */
  readonly isoOf: (shown: string) => string;
  readonly shownOf: (iso: string) => string;
}

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
const reversed = (text: string, from: string, to: string): string => text.split(from).reverse().join(to);
const dayOf = (shown: string): string => {
  const day = reversed(shown, '/', '-');
  return isCivilDate(day) ? day : '';
};
const shownDay = (iso: string): string => (isCivilDate(iso) ? formatDay(iso) : '');
const timeOf = (text: string): string => (isTime(text) ? text : '');

const MOMENT_FORMATS: Readonly<Record<MomentKind, MomentFormat>> = {
  day: {
    pattern: '00/00/0000',
    placeholder: 'dd/mm/aaaa',
    incomplete: 'Complete a data: dia, mês e ano, como 05/11/2026.',
    impossible: 'Esta data não existe. Corrija o dia ou o mês.',
    isoOf: dayOf,
    shownOf: shownDay,
  },
  month: {
    pattern: '00/0000',
    placeholder: 'mm/aaaa',
    incomplete: 'Complete o mês: mês e ano, como 11/2026.',
    impossible: 'Este mês não existe. Digite de 01 a 12.',
    isoOf: (shown) => dayOf(`01/${shown}`).slice(0, 7),
    shownOf: (iso) => shownDay(`${iso}-01`).slice(3),
  },
  time: {
    pattern: '00:00',
    placeholder: 'hh:mm',
    incomplete: 'Complete a hora: horas e minutos, como 08:30.',
    impossible: 'Esta hora não existe. Digite de 00:00 a 23:59.',
    isoOf: timeOf,
    shownOf: timeOf,
  },
  dayTime: {
    pattern: '00/00/0000 00:00',
    placeholder: 'dd/mm/aaaa hh:mm',
    incomplete: 'Complete o dia e a hora, como 05/11/2026 08:30.',
    impossible: 'Este dia ou esta hora não existe. Corrija o que digitou.',
    isoOf: (shown) => {
      const [day = '', time = ''] = shown.split(' ');
      return dayOf(day) !== '' && isTime(time) ? `${dayOf(day)}T${time}` : '';
    },
    shownOf: (iso) => {
      const [day = '', time = ''] = iso.split('T');
      return shownDay(day) !== '' && isTime(time) ? `${shownDay(day)} ${time}` : '';
    },
  },
};

/** Inserts separators while typing, and accepts pasted ISO text. */
const maskedMoment = (kind: MomentKind, typed: string): string => {
  const { pattern, shownOf } = MOMENT_FORMATS[kind];
  const pasted = shownOf(typed);
  if (pasted !== '') return pasted;
  const digits = typed.replace(/\D/g, '');
  let used = 0;
  let masked = '';
  for (const character of pattern) {
    if (used === digits.length) break;
    masked += character === '0' ? (digits[used++] ?? '') : character;
  }
  return masked;
};

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref' | 'min' | 'max'> {
  readonly kind?: MomentKind;
  /** 'YYYY-MM-DD', 'YYYY-MM', 'HH:MM' or 'YYYY-MM-DDTHH:MM'; empty while the text is incomplete or impossible. */
  readonly value: string;
  /** Days, for the calendar. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A day, month or time in Portuguese whatever the browser's language: typed with a mask, days also picked from a calendar. */
export const DateInput = ({ kind = 'day', value, min, max, onChange, onBlur, ...field }: DateInputProps) => {
  const { isoOf, shownOf, pattern, placeholder, incomplete, impossible } = MOMENT_FORMATS[kind];
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ text: '', replaces: '' });
  const [isOpen, setOpen] = useState(false);
  const isCurrent = isoOf(typed.text) === value || (value !== '' && typed.replaces === value);
  const shown = isCurrent ? typed.text : shownOf(value);
  const isMoment = shown === '' || isoOf(shown) !== '';
  const isImpossible = !isMoment && shown.length === pattern.length;
  const fault = isImpossible ? impossible : incomplete;
  useLayoutEffect(() => {
    input.current?.setCustomValidity(isMoment ? '' : fault);
  }, [isMoment, fault]);
  const change = (text: string) => {
    // A caller may ignore an incomplete text and keep its value.
    setTyped({ text, replaces: value });
    if (isoOf(text) !== value) onChange(isoOf(text));
  };
  const text = (
    <MaskedField
      inputMode="numeric"
      placeholder={placeholder}
      errorProps={{ role: 'alert' }}
      {...field}
      {...(isImpossible && { error: impossible })}
      fieldRef={input}
      mask={(next) => maskedMoment(kind, next)}
      value={shown}
      onChange={change}
      onBlur={(event) => {
        setTyped({ text: shown, replaces: '' });
        onBlur?.(event);
      }}
      {...(kind.startsWith('day') && {
        rightSectionWidth: 44,
        rightSection: (
          <IconButton
            icon="calendar"
            label="Abrir calendário"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        ),
      })}
    />
  );
  if (!kind.startsWith('day')) return text;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
      floatingStrategy="fixed"
      withRoles={false}
    >
      <Popover.Target>
        <div>{text}</div>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && (
          <Suspense fallback={null}>
            <Calendar
              value={value.slice(0, 10)}
              min={min}
              max={max}
              onPick={(day) => {
                change(shownOf(kind === 'day' ? day : `${day}T${value.slice(11) || '00:00'}`));
                setOpen(false);
              }}
            />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
};

interface DateFieldProps
  extends Omit<DateInputProps, 'value' | keyof UseFormRegisterReturn>,
    Omit<UseFormRegisterReturn, 'ref' | 'min' | 'max'> {
  readonly ref?: Ref<unknown>;
  readonly min?: string | number | undefined;
  readonly max?: string | number | undefined;
}

/** A `DateInput` for `register` of react-hook-form, which reads and writes `value` of the ref. */
export const DateField = ({ ref, name, min, max, onChange, onBlur, ...field }: DateFieldProps) => {
  const wrapper = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState('');
  const latest = useRef('');
  useImperativeHandle(
    ref,
    () => ({
      type: 'text',
      focus: () => wrapper.current?.querySelector('input')?.focus(),
      get value() {
        return latest.current;
      },
      set value(next: string) {
        latest.current = next;
        setValue(next);
      },
    }),
    [],
  );
  const eventOf = (type: 'change' | 'blur') => ({ type, target: { name, value: latest.current } });
  return (
    <div ref={wrapper}>
      <DateInput
        {...field}
        name={name}
        min={min?.toString()}
        max={max?.toString()}
        value={value}
        onChange={(next) => {
          latest.current = next;
          setValue(next);
          void onChange(eventOf('change'));
        }}
        onBlur={() => void onBlur(eventOf('blur'))}
      />
    </div>
  );
};
