import { anOpportunity } from './an-opportunity.ts';

const evidence = [
  { date: '2026-08-01', now: 700, instead: 600 },
  { date: '2026-09-01', now: 500, instead: 520 },
];

export const branca = anOpportunity('modality', { evidence });
export const leak = anOpportunity('leak', {
  perYear: 700,
  evidence: [{ date: '2026-11-03', now: 50, instead: 5 }],
});
export const closed = anOpportunity('closed-hours', {
  closed: {
    energy: 1234.4,
    share: 0.321,
    meter: { mac: 'AA:BB:CC:DD:EE:02', name: 'Geral' },
    hours: Array.from({ length: 24 }, (_, hour) => ({ now: hour === 20 ? 4 : 1, quiet: 1 })),
  },
  evidence,
});
export const reactive = anOpportunity('reactive', {
  perYear: 1200,
  reactive: { kvar: 12.5, hours: Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 11.2 : 0)) },
  evidence,
});
export const peak = anOpportunity('peak', {
  peak: {
    energy: 800,
    share: 0.4,
    from: 18,
    to: 21,
    hours: [],
    meter: { mac: 'AA:BB:CC:DD:EE:03', name: 'Forno' },
  },
  evidence,
});
export const wrongBill = anOpportunity('bill-wrong', { perYear: 150, low: 150, high: 150, evidence });
