import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openScreen } from '../../../testing/open-screen.tsx';
import { Calendar } from './calendar.tsx';
import { DateInput } from './date-input.tsx';

const changes: string[] = [];

const Field = ({ first }: { readonly first: string }) => {
  const [day, setDay] = useState(first);
  return (
    <DateInput
      label="Dia"
      value={day}
      max="2026-11-27"
      onChange={(value) => {
        changes.push(value);
        setDay(value);
      }}
    />
  );
};

beforeEach(() => {
  changes.length = 0;
});
const open = (first = '') => {
  openScreen([{ path: '/', element: <Field first={first} /> }], '/');
  return userEvent.setup();
};
const field = () => screen.getByLabelText<HTMLInputElement>('Dia');

describe('a field for a day', () => {
  it('accepts digits, and has a value once the day is complete and valid', async () => {
    const user = open();
    await user.type(field(), '05112026');
    expect(field().value).toBe('05/11/2026');
    expect(changes).toEqual(['2026-11-05']);
    await user.clear(field());
    await user.type(field(), '31022026');
    expect(field().value).toBe('31/02/2026');
    expect(changes).toEqual(['2026-11-05', '']);
    expect(field().validity.customError).toBe(true);
  });

  it('accepts a pasted ISO date, and shows a value from outside', () => {
    open('2026-11-01');
    expect(field().value).toBe('01/11/2026');
    fireEvent.change(field(), { target: { value: '2026-11-20' } });
    expect(field().value).toBe('20/11/2026');
    expect(changes).toEqual(['2026-11-20']);
  });
});

it('a calendar works by keyboard alone, and offers no day after the last', async () => {
  changes.length = 0;
  const element = (
    <Calendar value="2026-11-20" min={undefined} max="2026-11-27" onPick={(day) => changes.push(day)} />
  );
  openScreen([{ path: '/', element }], '/');
  const user = userEvent.setup();
  const day = screen.getByRole('button', { name: 'sex, 20 nov', pressed: true });
  expect(document.activeElement).toBe(day);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'sáb, 28 nov' }).disabled).toBe(true);
  await user.keyboard('{ArrowLeft}{ArrowUp}{Enter}');
  expect(changes).toEqual(['2026-11-12']);
  await user.keyboard('{PageUp}');
  expect(screen.getByText('outubro de 2026')).toBeDefined();
});
