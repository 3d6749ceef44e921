import { Popover, type TextInputProps } from '@mantine/core';
import { lazy, type Ref, Suspense, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { IconButton } from '../../ui/marks/icon-button.tsx';
import { MaskedField } from './masked-field.tsx';
import { MOMENT_FORMATS, type MomentKind, maskedMoment } from './moment-formats.ts';

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
  const { isoOf, shownOf, placeholder, incomplete } = MOMENT_FORMATS[kind];
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ text: '', replaces: '' });
  const [isOpen, setOpen] = useState(false);
  const isCurrent = isoOf(typed.text) === value || (value !== '' && typed.replaces === value);
  const shown = isCurrent ? typed.text : shownOf(value);
  const isIncomplete = shown !== '' && isoOf(shown) === '';
  useLayoutEffect(() => {
    input.current?.setCustomValidity(isIncomplete ? incomplete : '');
  }, [isIncomplete, incomplete]);
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

/** The same for `register` of react-hook-form, which reads and writes `value` of the ref. */
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
