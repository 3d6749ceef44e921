import { Popover, TextInput } from '@mantine/core';
import { isCivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/marks/icon-button.tsx';

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

interface DateInputProps {
  readonly label: string;
  /** 'YYYY-MM-DD'; empty while the typed day is incomplete or invalid. */
  readonly value: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly error?: ReactNode;
  readonly onChange: (value: string) => void;
}

const shownOf = (value: string): string => (isCivilDate(value) ? formatDay(value) : '');

const isoOf = (shown: string): string => {
  const value = shown.split('/').reverse().join('-');
  return isCivilDate(value) ? value : '';
};

const GROUPS = [
  [0, 2],
  [2, 4],
  [4, 8],
] as const;

/** Inserts slashes while typing; accepts a pasted ISO date. */
const masked = (typed: string): string => {
  if (isCivilDate(typed)) return shownOf(typed);
  const digits = typed.replace(/\D/g, '');
  return GROUPS.flatMap(([from, to]) => digits.slice(from, to) || []).join('/');
};

const HALF_TYPED = 'Complete a data: dia, mês e ano, como 05/11/2026.';

/** A date in Portuguese whatever the browser's language, typed with a mask or picked from a calendar. */
export const DateInput = ({ label, value, min, max, error, onChange }: DateInputProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const shown = isoOf(typed) === value ? typed : shownOf(value);
  useLayoutEffect(() => {
    input.current?.setCustomValidity(shown !== '' && value === '' ? HALF_TYPED : '');
  }, [shown, value]);
  const change = (text: string) => {
    const next = masked(text);
    setTyped(next);
    if (isoOf(next) !== value) onChange(isoOf(next));
  };
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
        <div>
          <TextInput
            ref={input}
            label={label}
            inputMode="numeric"
            autoComplete="off"
            placeholder="dd/mm/aaaa"
            value={shown}
            error={error}
            errorProps={{ role: 'alert' }}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            rightSectionWidth={44}
            rightSection={
              <IconButton
                icon="calendar"
                label="Abrir calendário"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              />
            }
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && (
          <Suspense fallback={null}>
            <Calendar
              value={value}
              min={min}
              max={max}
              onPick={(day) => {
                change(day);
                setOpen(false);
              }}
            />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
};
