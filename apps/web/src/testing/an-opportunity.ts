import type { OpportunityKind, OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';

/** Fields of every kind. */
const common = {
  establishment: {
    _id: '018f7d0a-3c1e-7b52-9d7e-2f1f5a0c4b11',
    name: 'Padaria Aurora',
    zone: 'America/Sao_Paulo',
  },
  perYear: 1230.4,
  low: 900,
  high: 1500,
  sureness: 'medium',
  evidence: [],
  state: 'open',
  reason: null,
  doneOn: null,
  decided: null,
} as const;

const hours = <T>(hour: T): T[] => Array.from({ length: 24 }, () => hour);

type Defaults = { readonly [K in OpportunityKind]: Omit<OpportunityOf<K>, 'kind' | keyof typeof common> };

/** Plain facts of each kind. */
const DEFAULTS: Defaults = {
  modality: { modality: { from: 'convencional', to: 'branca' }, demands: [], lowering: null },
  demand: {
    modality: { from: 'verde', to: 'verde' },
    demands: [],
    lowering: null,
    seasons: [],
    demanded: [],
  },
  leak: {
    meter: { mac: 'AA:BB:CC:DD:EE:01', name: 'Hidrômetro' },
    measured: { mac: 'AA:BB:CC:DD:EE:01', name: 'Hidrômetro', hours: 'all' },
    leak: { since: '2026-11-03', flow: 45, perDay: 1.08, isContinuous: false },
  },
  reactive: { reactive: { kvar: 12.5, hours: hours(0) } },
  'closed-hours': {
    measured: null,
    closed: { energy: 1234.4, share: 0.321, meter: null, hours: hours({ now: 1, quiet: 1 }) },
  },
  peak: {
    measured: null,
    peak: { energy: 800, share: 0.4, from: 18, to: 21, hours: [], meter: null },
  },
  'free-market': { market: { breakEven: 0.35, isRetail: true, cycles: [] } },
  'bill-wrong': { bills: { count: 1 } },
  'expiring-credits': { credits: { energy: 1234.4, first: '2032-03', left: 300, cycles: [] } },
  'larger-generation': {
    measured: null,
    generation: { factor: 2, generated: 5000, used: 9200, power: 6, hours: hours({ used: 4, generated: 1 }) },
  },
  'old-prices': {
    prices: {
      tariff: { _id: 't1', name: 'Aurora B3' },
      validFrom: '2025-04-29',
      validUntil: null,
      newer: null,
      change: null,
    },
  },
  'no-general-meter': { parts: [] },
};

/** An opportunity of a kind; a test states only the facts that matter to it. */
export const anOpportunity = <K extends OpportunityKind>(
  kind: K,
  facts: Partial<OpportunityOf<K>> = {},
): OpportunityOf<K> => ({ ...common, ...DEFAULTS[kind], kind, ...facts }) as unknown as OpportunityOf<K>;
