import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { expect, it } from 'vitest';
import { aBill } from '../../../testing/seeds/a-contract.ts';
import { daysTable, partsTable, periodsTable } from './bill-tables.ts';
import { portfolioBody } from './portfolio-body.ts';
import type { ReportTable } from './report-content.ts';
import { statementBody } from './statement-body.ts';

const measured = { ...aBill(), completeness: 1 };
const estimated = { ...aBill(), completeness: 0.5, estimated: 0.25 };
const notesOf = ({ rows }: ReportTable) => rows.map(({ note }) => note ?? null);
const part = (name: string, share?: number) => ({
  kind: 'meter' as const,
  id: name,
  name,
  macAddress: null,
  total: 10,
  share: 0.5,
  energy: 5,
  amount: 5,
  completeness: 0.5,
  ...(share !== undefined && { estimated: share }),
});

it('shows the estimated share of each row of a bill', () => {
  const rest = { unmeasured: 0, share: 0, energy: 0, unmeasuredAmount: 0, fixed: 0, unshared: 0, amount: 0 };
  const parts = [part('Forno', 0.5), part('Loja')];
  expect(notesOf(partsTable(measured, { parts, rest, fixed: 0 }))).toEqual(['50,0% estimado', null, null]);
  const days = [
    { date: '2026-09-01', total: 24, estimated: 1 },
    { date: '2026-09-02', total: 24 },
  ];
  expect(notesOf(daysTable(measured, days))).toEqual(['100,0% estimado', null]);
  const period = { start: '2026-09-01', end: '2026-09-30', consumed: 1, total: 1, completeness: 0.5 };
  const text = { title: 'Ciclos', heading: 'Ciclos', one: 'Ciclo' };
  expect(notesOf(periodsTable(measured, [{ ...period, estimated: 0.125 }, period], text))).toEqual([
    null,
    '12,5% estimado',
  ]);
});

it('shows the estimated share of each bill and of the total in the portfolio', () => {
  const days = { first: '2026-09-01' as CivilDate, last: '2026-09-30' as CivilDate };
  const read = {
    period: 'month' as const,
    days,
    today: '2026-10-05' as CivilDate,
    isOpen: false,
    establishments: [{ installations: [] }],
    withoutCycle: 0,
    unseen: 0,
  };
  const billed = [
    { id: '1', name: 'Loja', bill: measured, before: null },
    { id: '2', name: 'Padaria', bill: estimated, before: null },
  ];
  const { figures, tables, assumptions } = portfolioBody({ ...read, billed });
  expect(figures.at(-1)).toMatchObject({
    value: { share: 0.75 },
    note: '1 estabelecimento · 0 medidores · 12,5% estimado',
  });
  expect(tables.flatMap(notesOf)).toEqual([null, '25,0% estimado', null]);
  expect(assumptions).toContain(
    'Em 1 de 2 faturas faltam leituras: a coluna “Medido” diz quanto foi medido.',
  );
  expect(assumptions).toContain(
    'Em 1 de 2 faturas os totais incluem estimativas, importadas de linhas de mais de uma hora.',
  );
  const [complete] = billed;
  const { assumptions: ofWhole } = portfolioBody({
    ...read,
    billed: complete === undefined ? [] : [complete],
  });
  expect(ofWhole).toContain('Todos os quartos de hora destes dias foram medidos.');
});

it('shows the estimated share of own meters in the statement', () => {
  const { tables, assumptions } = statementBody({
    clientName: 'Ana',
    period: 'month',
    days: '1 – 30 set 2026',
    isOpen: false,
    charged: [
      {
        id: '2',
        name: 'Padaria',
        bill: estimated,
        isOpen: false,
        parts: [part('Forno', 0.25), part('Loja')],
        equal: { amount: 0, among: 2 },
        before: null,
      },
    ],
    total: 10,
    leftOut: 0,
  });
  expect(tables.flatMap(notesOf)).toEqual(['25,0% estimado', null, null]);
  expect(assumptions).toContain(
    'Foram medidos 50,0% dos quartos de hora destes dias. Os totais incluem 25,0% estimado, importado de linhas de mais de uma hora.',
  );
});
