import type { Call } from '../base/call.ts';
import { exampleOf, type JsonSchema } from './example.ts';
import { FIELD_EXAMPLES } from './field-examples.ts';

const MAC = '70:B3:D5:8A:00:01';
const MOMENT = '2026-11-20T12:00:00.000Z';
const byMac = { id: MAC };

/** Examples of fields within one call or schema, if their name has another meaning there. */
const IN_CALL: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  addIrecLot: { start: '01/2026', end: '06/2026' },
  chooseVerdict: { date: MOMENT },
  countFrames: byMac,
  judgeOutage: { start: MOMENT, end: '2026-11-20T13:00:00.000Z', meters: MAC },
  readContinuity: { month: '2026-11' },
  createCorrection: { start: MOMENT, end: '2026-11-20T13:00:00.000Z' },
  'findContract/answer': { benefit: 'Benefício tarifário rural' },
  listInventory: { after: MAC },
  previewCorrection: { start: MOMENT, end: '2026-11-20T13:00:00.000Z' },
  projectFrames: byMac,
  readAlertCurve: { quantity: 'Consumo de energia' },
  readApportionment: { total: '1826.27' },
  readAuditTrail: { before: '4711' },
  readCarbon: { start: '01/2026', end: '06/2026' },
  readConsumption: byMac,
  readCurve: { ...byMac, start: MOMENT, end: '2026-11-20T13:00:00.000Z' },
  createSharedLink: {
    chart: {
      series: [{ mac: MAC, quantity: 'power' }],
      start: MOMENT,
      end: '2026-11-20T13:00:00.000Z',
      isApart: false,
    },
  },
  readDailyConsumption: byMac,
  writeMeterNote: { until: '2026-11-20T13:00:00.000Z' },
  readFramePage: byMac,
  readFrames: byMac,
  readLastFrame: byMac,
  readPriceTariff: { group: 'B3' },
  readRunningTotal: byMac,
  readTelemetries: byMac,
  readTelemetryStatus: byMac,
  removeEmissionFactor: { month: '11' },
  'saveContract/body': { start: 1290, end: 360 },
  tryAlertRule: {
    sentence: 'Nos últimos 90 dias esta regra teria avisado 1 vez: em 20 nov.',
    since: MOMENT,
    until: MOMENT,
  },
  validateBoard: byMac,
};

const ADAPTED = {
  adapter: { adapter: 'shelly-gen2', topic: 'shellies/quadro', zone: 'America/Sao_Paulo', mapping: null },
};

/** Budgets from January to December; the first two months have none. */
const AMOUNTS = [null, null, 900, 900, 900, 850, 850, 850, 900, 950, 1000, 1200];

/** Complete examples of calls whose fields depend on each other. */
const COMPLETE: Readonly<Record<string, unknown>> = {
  'ingestReadings/body': {
    readings: [{ mac: MAC, ts: '2026-11-20T12:00:00Z', values: { va: 127.1, wa: 812, energyA: 0.2 } }],
  },
  'projectFrames/body': {
    id: MAC,
    filter: { fields: ['va', 'wa'], dateIn: '2026-11-20', dateOut: '2026-11-20', every: '15m', limit: 100 },
  },
  'readBudgetYear/answer': { ok: true, plans: [{ measure: 'money', amounts: AMOUNTS }] },
  'saveBudgetYear/body': {
    target: { kind: 'establishment', id: '018f7d0a-3c1e-7b52-9d7e-2f1f5a0c4b11' },
    measure: 'money',
    year: '2026',
    amounts: AMOUNTS,
  },
  'setBoardAdapter/body': ADAPTED,
  'setBoardAdapter/answer': { ok: true, ...ADAPTED },
  'readBoardAdapter/answer': { ok: true, ...ADAPTED },
};

/** An example of a part of a call. */
export const callExample = (
  call: Call,
  part: 'params' | 'query' | 'body' | 'answer',
  schema: JsonSchema,
): unknown =>
  COMPLETE[`${call.name}/${part}`] ??
  exampleOf(schema, { ...FIELD_EXAMPLES, ...IN_CALL[call.name], ...IN_CALL[`${call.name}/${part}`] });
