import { expect, it } from 'vitest';
import { aBoard } from '../../testing/a-board.ts';
import { emptyText, flowsNow } from './energy-flow-page.tsx';

const general = aBoard({ name: 'Geral', isGeral: true, solarPanel: true });
const oven = aBoard({ name: 'Forno' });
const inverter = aBoard({ name: 'Inversor', solarPanel: true });

it('shows the present flow from panels, to the grid, and of the rest without a meter', () => {
  const flows = flowsNow(
    [
      { board: general, flow: -500 },
      { board: oven, flow: 1500 },
      { board: inverter, flow: -2200 },
    ],
    false,
  );
  expect(flows.sources.map(({ key, value }) => [key, value])).toEqual([
    ['grid', 0],
    ['panels', 2200],
    ['excess', 0],
  ]);
  expect(flows.toGrid).toBe(500);
  expect(flows.root.value).toBe(1700);
  expect(flows.parts).toMatchObject([{ name: 'Forno', value: 1500 }]);
  expect(flows.others).toMatchObject([{ key: 'rest', value: 200 }]);
});

it('sums the online meters without a general one, also for water', () => {
  const flows = flowsNow([{ board: aBoard({ type: 'water' }), flow: 12 }], true);
  expect(flows.sources[0]).toMatchObject({ label: 'Medidores', value: 12, color: '--water' });
  expect(flows.others).toMatchObject([{ value: 0 }]);
});

it('reports that nothing is in use only once every meter sent a message', () => {
  expect(emptyText(0, 3)).toBe('Aguardando a primeira mensagem dos medidores.');
  expect(emptyText(1, 3)).toBe('Ainda não chegaram as mensagens de todos os medidores.');
  expect(emptyText(3, 3)).toBe('Nada está em uso neste momento.');
});
