import { civilDate } from '@nascente/domain/base/time/civil-day';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { openScreen } from '../../../testing/open-screen.tsx';
import { DayRangeFields } from './day-range-fields.tsx';

const requested: string[] = [];

const Fields = ({ longest }: { readonly longest?: number }) => {
  const [typed, setTyped] = useState({ start: '2026-11-01', end: '2026-11-27' });
  return (
    <DayRangeFields
      {...typed}
      max={civilDate('2026-11-27')}
      {...(longest !== undefined && { longest })}
      onType={(start, end) => setTyped({ start, end })}
      onChange={({ start, end }) => requested.push(`${start} ${end}`)}
    />
  );
};

const open = (maxLength?: number) => {
  requested.length = 0;
  openScreen(
    [{ path: '/', element: <Fields {...(maxLength !== undefined && { longest: maxLength })} /> }],
    '/',
  );
};
const type = (label: string, ...values: readonly string[]) => {
  for (const value of values) fireEvent.change(screen.getByLabelText(label), { target: { value } });
};

describe('a typed period', () => {
  it('sends no request for the years 2, 20 and 202 on the way to 2026', () => {
    open();
    type('De', '0002-11-20', '0020-11-20', '0202-11-20', '2026-11-20');
    expect(requested).toEqual(['2026-11-20 2026-11-27']);
    type('Até', '0002-11-25');
    expect(screen.queryByText('A data final deve ser posterior à inicial.')).toBeNull();
    type('Até', '2026-11-25');
    expect(requested.at(-1)).toBe('2026-11-20 2026-11-25');
  });

  it('shows an error at the field instead of an invalid request', () => {
    open(366);
    type('De', '1999-12-31');
    expect(screen.getByText('Escolha um dia a partir de 2000.')).toBeDefined();
    type('De', '2019-01-01');
    expect(screen.getByText('O período deve ser de no máximo um ano.')).toBeDefined();
    type('Até', '2018-12-31');
    expect(screen.getByText('A data final deve ser posterior à inicial.')).toBeDefined();
    expect(requested).toEqual([]);
    type('Até', '2020-01-01');
    expect(requested).toEqual(['2019-01-01 2020-01-01']);
  });
});
