import type { Opportunity } from '@nascente/contract/insight/opportunities';
import { anOpportunity } from './an-opportunity.ts';

/** One of each kind that the page words in its own way. */
export const branca: Opportunity = {
  ...anOpportunity,
  modality: { from: 'convencional', to: 'branca' },
  evidence: [
    { date: '2026-08-01', now: 700, instead: 600 },
    { date: '2026-09-01', now: 500, instead: 520 },
  ],
};
export const leak: Opportunity = {
  ...branca,
  kind: 'leak',
  meter: { mac: 'AA:BB:CC:DD:EE:01', name: 'Hidrômetro' },
  perYear: 700,
  modality: null,
  leak: { since: '2026-11-03', flow: 45, perDay: 1.08, isContinuous: false },
  evidence: [{ date: '2026-11-03', now: 50, instead: 5 }],
};

export const closed: Opportunity = {
  ...branca,
  kind: 'closed-hours',
  modality: null,
  closed: {
    energy: 1234.4,
    share: 0.321,
    meter: { mac: 'AA:BB:CC:DD:EE:02', name: 'Geral' },
    hours: Array.from({ length: 24 }, (_, hour) => ({ now: hour === 20 ? 4 : 1, quiet: 1 })),
  },
};
export const reactive: Opportunity = {
  ...branca,
  kind: 'reactive',
  perYear: 1200,
  modality: null,
  reactive: { kvar: 12.5, hours: Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 11.2 : 0)) },
};
export const peak: Opportunity = {
  ...branca,
  kind: 'peak',
  modality: null,
  peak: {
    energy: 800,
    share: 0.4,
    from: 18,
    to: 21,
    hours: [],
    meter: { mac: 'AA:BB:CC:DD:EE:03', name: 'Forno' },
  },
};
export const wrongBill: Opportunity = {
  ...branca,
  kind: 'bill-wrong',
  perYear: 150,
  low: 150,
  high: 150,
  modality: null,
  bills: { count: 1 },
};
