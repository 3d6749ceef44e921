import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { beforeEach, describe, expect, it } from 'vitest';
import { openScreen } from '../../../testing/open-screen.tsx';
import { Form } from '../form.tsx';
import { Calendar } from './calendar.tsx';
import { DateField, DateInput } from './date-input.tsx';
import { FileInput } from './file-input.tsx';

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

const sent: object[] = [];

const Registered = () => {
  const { register, handleSubmit, reset } = useForm({
    defaultValues: { month: '2026-11', at: '', from: '08:30' },
  });
  return (
    <Form label="Período" onSubmit={handleSubmit((values) => sent.push(values))}>
      <DateField {...register('month')} kind="month" label="Mês" />
      <DateField {...register('at')} kind="dayTime" label="Início" />
      <DateField {...register('from')} kind="time" label="Abre às" />
      <button type="submit">Salvar</button>
      <button type="button" onClick={() => reset()}>
        Desfazer
      </button>
    </Form>
  );
};

it('a form reads and resets months, hours and times in Portuguese', async () => {
  sent.length = 0;
  openScreen([{ path: '/', element: <Registered /> }], '/');
  const user = userEvent.setup();
  const shown = () =>
    ['Mês', 'Início', 'Abre às'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
  expect(shown()).toEqual(['11/2026', '', '08:30']);
  await user.type(screen.getByLabelText('Início'), '05/11/2026 09');
  expect(shown()[1]).toBe('05/11/2026 09');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(sent, 'an incomplete hour is not sent as none').toEqual([]);
  await user.type(screen.getByLabelText('Início'), '15');
  await user.clear(screen.getByLabelText('Abre às'));
  await user.type(screen.getByLabelText('Abre às'), '2200');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(sent).toEqual([{ month: '2026-11', at: '2026-11-05T09:15', from: '22:00' }]);
  await user.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(shown()).toEqual(['11/2026', '', '08:30']);
});

it('says that a complete day does not exist, in place of the message of the form', async () => {
  const element = (
    <DateInput label="De" value="" error="Escolha a data inicial." onChange={() => undefined} />
  );
  openScreen([{ path: '/', element }], '/');
  const user = userEvent.setup();
  expect(screen.getByRole('alert').textContent).toBe('Escolha a data inicial.');
  await user.type(screen.getByLabelText('De'), '31022026');
  expect(screen.getByRole('alert').textContent).toBe('Esta data não existe. Corrija o dia ou o mês.');
  await user.clear(screen.getByLabelText('De'));
  expect(screen.getByRole('alert').textContent).toBe('Escolha a data inicial.');
});

it('keeps an incomplete hour while it is typed, although its value stays', async () => {
  const element = <DateInput kind="time" label="Das" value="22:00" onChange={() => undefined} />;
  openScreen([{ path: '/', element }], '/');
  const user = userEvent.setup();
  const time = screen.getByLabelText<HTMLInputElement>('Das');
  await user.type(time, '{Backspace}');
  expect(time.value).toBe('22:0');
  await user.tab();
  expect(time.value).toBe('22:00');
});

it('names the chosen file in Portuguese', async () => {
  const chosen: (File | null)[] = [];
  const element = (
    <FileInput
      label="Arquivo"
      accept={['.csv']}
      help="CSV"
      error={null}
      onChoose={(file) => chosen.push(file)}
    />
  );
  openScreen([{ path: '/', element }], '/');
  expect(screen.getByText('Nenhum arquivo escolhido')).toBeDefined();
  const file = new File(['x'], 'dias.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText('Arquivo'), file);
  expect(screen.getByText('dias.csv')).toBeDefined();
  expect(chosen).toEqual([file]);
});
