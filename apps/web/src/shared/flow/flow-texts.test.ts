import type { EnergyFlow } from '@nascente/contract/money/energy-flow';
import { expect, it } from 'vitest';
import { describeNode, flowSentence, flowTable, missedText } from './flow-texts.ts';
import { flowTree, moneyFlows, quantityFlows } from './flow-tree.ts';

const part = (name: string, total: number, system: string | null = null) => ({
  id: name,
  name,
  macAddress: '24:6F:28:00:00:01',
  system,
  total,
  amount: total,
  completeness: 1,
});
const flow: EnergyFlow = {
  type: 'eletric',
  establishmentName: 'Padaria',
  start: '2026-11-01',
  end: '2026-11-10',
  previousCycle: { start: '2026-10-01', end: '2026-10-31' },
  nextCycle: null,
  isFullyMeasured: true,
  fromGrid: 80,
  fromPanels: 30,
  toGrid: 10,
  excess: 0,
  total: 112,
  parts: [part('Forno', 50), part('Câmara', 20, 'Frio'), part('Balcão', 10, 'frio')],
  rest: { total: 20, amount: 20, fixed: 12, unshared: 0 },
  completeness: 1,
  notes: [],
};
const inKwh = (value: number) => `${value} kWh`;

it('groups meters by system in any spelling, and separates the energy to the grid', () => {
  const tree = flowTree(quantityFlows(flow));
  expect(tree.root.value).toBe(100);
  expect(tree.branches.map(({ label, value }) => [label, value])).toEqual([
    ['Frio', 30],
    ['Forno', 50],
    ['Sem medidor próprio', 20],
  ]);
  expect(tree.past.map(({ node }) => node.value)).toEqual([10]);
});

it('describes the two largest parts and the rest without a meter', () => {
  expect(flowSentence(flowTree(quantityFlows(flow)), inKwh)).toBe(
    'De 100 kWh, o maior consumo é de Forno 50 kWh (50%) e Frio 30 kWh (30%). Sem medidor próprio ficam 20 kWh (20%).',
  );
  expect(
    flowSentence(flowTree(quantityFlows({ ...flow, rest: { ...flow.rest, total: 120 } })), inKwh),
  ).toContain('o maior consumo medido é de Forno 50 kWh');
  const unmetered = { ...flow, fromPanels: 0, toGrid: 0, parts: [], rest: { ...flow.rest, total: 80 } };
  expect(flowSentence(flowTree(quantityFlows(unmetered)), inKwh)).toBe(
    'Ao todo, 80 kWh. Sem medidor próprio ficam 80 kWh (100%).',
  );
});

it('names the meters with missing measurements, and the part where those appear', () => {
  expect(missedText(flow)).toBeNull();
  const silent = (name: string, completeness: number) => ({ ...part(name, 5), completeness });
  const parts = [part('Forno', 50), silent('Ar', 0.9125), silent('Câmara', 0)];
  expect(missedText({ ...flow, parts })).toBe(
    'Faltam medições de Ar (91,2% medido) e Câmara (0,0% medido): o que faltou aparece em “Sem medidor próprio”.',
  );
  const many = [...parts, silent('Balcão', 0.5), silent('Bomba', 0.5)];
  expect(missedText({ parts: many, isFullyMeasured: false })).toContain(
    'Balcão (50,0% medido) e mais 1: o que faltou não aparece no desenho.',
  );
});

it('shows the estimated share in the table and at a meter, separate from missing data', () => {
  const parts = [part('Forno', 50), { ...part('Câmara', 20), completeness: 0.6, estimated: 0.4 }];
  const flows = quantityFlows({ ...flow, parts });
  const { columns, rows } = flowTable(flows, inKwh);
  expect(columns.at(-1)).toBe('Dados');
  expect(rows.find(([name]) => name === 'Câmara')?.at(-1)).toBe('40,0% estimado');
  expect(rows.find(([name]) => name === 'Forno')?.at(-1)).toBe('–');
  const describe = describeNode(flowTree(flows), inKwh, flows.parts);
  expect([describe('meter Câmara').note, describe('meter Forno').note]).toEqual([
    '40,0% estimado',
    undefined,
  ]);
  expect(flowTable(quantityFlows(flow), inKwh).columns).not.toContain('Dados');
  expect(missedText({ ...flow, parts })).toBeNull();
  const missing = [{ ...part('Câmara', 20), completeness: 0.5, estimated: 0.25 }];
  expect(missedText({ ...flow, parts: missing })).toContain('Câmara (50,0% medido, 25,0% estimado)');
});

it('divides the complete bill, and leaves credits to the table', () => {
  const flows = moneyFlows(flow);
  expect(flows?.root.value).toBe(112);
  const credited = moneyFlows({ ...flow, rest: { ...flow.rest, fixed: -30 } });
  expect(credited?.root.value).toBe(100);
  expect(moneyFlows({ ...flow, total: null })).toBeNull();
});

it('shows parts too small to draw in the table', () => {
  const many = Array.from({ length: 30 }, (_, index) => part(`Tomada ${index}`, 1));
  const flows = quantityFlows({ ...flow, parts: many });
  expect(flowTable(flows, inKwh).rows).toHaveLength(2 + 30 + 1 + 1);
  expect(flowTree(flows).branches.map(({ label }) => label)).toContain('Outros 21');
});
