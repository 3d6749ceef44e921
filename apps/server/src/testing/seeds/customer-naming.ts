import { randomUUID } from 'node:crypto';
import { syntheticNote } from '@nascente/domain/money/testing/electronic-bills';
import type { Request } from '../calls.ts';
import { CONTINUITY_LIMITS, PDF, READING, RULE, SETTING } from '../customer-calls.ts';
import { aCompany } from './a-company.ts';
import { aContract } from './a-contract.ts';
import type { Ids } from './customer-ids.ts';

export const DAY = '2026-11-19';
/** A bill as XML that names no unit and no customer. */
const NOTE = syntheticNote('b1-convencional-light-2026-08', { unit: '', holder: '' }).xml.replace('900', '');
const RANGE = { dateIn: DAY, dateOut: DAY };
export const PASSWORD = 'Trigo#7Nove';
/** A recovery code of a person with a passkey. */
export const PAPER = 'abcde-fghjk';
export const PAST = 'quando;kWh\n01/02/2025 00:00;1,5\n01/02/2025 00:15;2,5\n';
const INTERVAL = { start: `${DAY}T15:00:00Z`, end: `${DAY}T15:30:00Z` };

export interface OwnBoard {
  readonly mac: string;
  /** What proves that it is in one's hand. */
  readonly code: string;
  /** One that everybody may choose. */
  readonly tariff: string;
}

const daysOfEstablishment = ({ establishment }: Ids): Request => ({
  params: { id: establishment },
  query: { start: DAY, end: DAY },
});

/** How each call names what belongs to somebody, with everything else of it as it should be. */
export const NAMING: Readonly<Record<string, (ids: Ids, own: OwnBoard) => Request>> = {
  readUser: ({ account }) => ({ params: { id: account } }),
  editSelf: ({ account }) => ({ body: { _id: account, firstName: 'Tomada' } }),
  editUser: ({ account }) => ({ params: { id: account }, body: { firstName: 'Tomada' } }),
  endSession: ({ session }) => ({ params: { id: session } }),
  createIntegration: ({ mac }) => ({ body: { kind: 'csv', name: 'Planilha', boards: [mac] } }),
  revokeIntegration: ({ integration }) => ({ params: { id: integration } }),
  addSavingChange: ({ mac }) => ({ params: { mac }, body: { what: 'Forno', begins: DAY, perDay: 10 } }),
  endSavingChange: ({ mac, savingChange }) => ({ params: { mac, id: savingChange }, body: { undone: null } }),
  removeSavingChange: ({ mac, savingChange }) => ({ params: { mac, id: savingChange } }),
  createSharedLink: ({ establishment }) => ({
    body: { kind: 'tv', name: 'Recepção', establishmentId: establishment, expiresOn: null },
  }),
  revokeSharedLink: ({ sharedLink }) => ({ params: { id: sharedLink } }),
  renamePasskey: ({ passkey }) => ({ params: { id: passkey }, body: { name: 'Tomada' } }),
  removePasskey: ({ passkey }) => ({ params: { id: passkey }, body: { password: PASSWORD, code: PAPER } }),
  editApiKey: ({ apiKey }) => ({ params: { id: apiKey }, body: { perMinute: 1 } }),
  revokeApiKey: ({ apiKey }) => ({ params: { id: apiKey } }),
  removeCredentials: ({ apiKey }) => ({ body: { credentials: [{ kind: 'api-key', id: apiKey }] } }),
  createClientUser: ({ mac }) => ({
    body: { name: 'Rui', email: `${randomUUID()}@matriz.test`, password: PASSWORD, boards: [mac] },
  }),
  editClientUser: ({ clientUser }) => ({ body: { _id: clientUser, name: 'Tomada', password: PASSWORD } }),
  inviteClient: ({ mac }) => ({ body: { name: 'Tomada', boards: [mac] } }),
  renewInvitation: ({ invitation }) => ({ params: { id: invitation } }),
  withdrawInvitation: ({ invitation }) => ({ params: { id: invitation } }),
  removeClientUser: ({ clientUser }) => ({ params: { id: clientUser } }),
  createInstallation: ({ establishment }, own) => ({
    body: { locationCode: establishment, name: 'Tomada', meter: own.mac, code: own.code },
  }),
  readEstablishment: ({ establishment }) => ({ params: { id: establishment } }),
  readApportionment: daysOfEstablishment,
  readEnergyFlow: daysOfEstablishment,
  readGroup: ({ group }) => ({ params: { id: group } }),
  createGroup: ({ mac }) => ({
    body: { groupName: 'Tomada', groupType: 'eletric', boardsMAC: [mac], dueDate: null, isEmpty: false },
  }),
  editGroup: ({ group }) => ({ body: { group: { _id: group, name: 'Tomada', boards: [] } } }),
  removeGroup: ({ group }) => ({ params: { id: group } }),
  readImage: ({ image }) => ({ params: { id: image } }),
  createEstablishment: ({ image }) => ({ body: aCompany({ bill: { tariff: 'B', image } }) }),
  updateEstablishment: ({ establishment }) => ({
    params: { id: establishment },
    body: { consumerUnit: 'Tomada' },
  }),
  removeEstablishment: ({ emptyEstablishment }) => ({ params: { id: emptyEstablishment } }),
  updateMeter: ({ installation, mac }, { tariff }) => ({
    params: { id: installation },
    body: { id: installation, Alias: 'Tomada', macAddress: mac, isGeral: true, tax: tariff, tension: 110 },
  }),
  removeMeter: ({ mac }) => ({ params: { mac } }),
  moveMeter: ({ installation, emptyEstablishment }) => ({
    params: { id: installation },
    body: { locationCode: emptyEstablishment },
  }),
  replaceBoard: ({ installation }, own) => ({
    params: { id: installation },
    body: { meter: own.mac, code: own.code },
  }),
  readMeterPast: ({ mac }) => ({ params: { mac } }),
  readConnecting: ({ mac }) => ({ params: { mac } }),
  readMeter: ({ mac }) => ({ params: { mac } }),
  readBill: daysOfEstablishment,
  readBillChanges: daysOfEstablishment,
  readReport: ({ establishment }) => ({ params: { id: establishment }, query: { start: DAY } }),
  makeReport: ({ establishment }) => ({
    body: { kind: 'establishment', subject: establishment, period: 'month' },
  }),
  readReportFile: ({ report }) => ({ params: { id: report } }),
  subscribeToReports: ({ establishment }) => ({
    body: {
      kind: 'establishment',
      subject: establishment,
      period: 'week',
      formats: ['pdf'],
      byMail: true,
    },
  }),
  unsubscribeFromReports: ({ reportSubscription }) => ({ params: { id: reportSubscription } }),
  readPriceTariff: ({ establishment }) => ({
    params: { group: 'B3', type: 'eletric', id: establishment, start: DAY, end: DAY },
  }),
  listFrozenBills: ({ establishment }) => ({ params: { id: establishment } }),
  readFrozenBill: ({ establishment, frozenBill }) => ({ params: { id: establishment, billId: frozenBill } }),
  closeBill: ({ establishment }) => ({
    params: { id: establishment },
    body: { start: '2026-10-01', end: '2026-10-31' },
  }),
  readContract: ({ establishment }) => ({ params: { id: establishment } }),
  readBillText: ({ establishment: id }) => ({ params: { id }, file: PDF }),
  findContract: ({ establishment: id }) => ({ params: { id }, body: { day: DAY, text: 'COSIP 42,47' } }),
  saveContract: ({ establishment }) => ({
    params: { id: establishment },
    body: { validFrom: '2026-01-01', tax: null, terms: aContract() },
  }),
  removeContractVersion: ({ establishment }) => ({
    params: { id: establishment, type: 'eletric', validFrom: '2025-01-01' },
  }),
  readReadingDates: ({ establishment }) => ({ params: { id: establishment } }),
  saveReadingDates: ({ establishment }) => ({ params: { id: establishment }, body: { dates: [DAY] } }),
  readMarketComparison: ({ establishment }) => ({ params: { id: establishment } }),
  readTariffComparison: ({ establishment }) => ({ params: { id: establishment } }),
  decideOpportunity: ({ establishment }) => ({
    params: { id: establishment },
    body: { kind: 'modality', state: 'open' },
  }),
  readDemandOptimum: ({ establishment }) => ({ params: { id: establishment } }),
  readElectronicBill: ({ establishment: id }) => ({ params: { id }, file: NOTE }),
  listUtilityBills: ({ establishment }) => ({ params: { id: establishment } }),
  enterUtilityBill: ({ establishment, image }) => ({
    params: { id: establishment },
    body: { start: '2026-10-01', end: '2026-10-31', total: 100, image },
  }),
  editUtilityBill: ({ establishment, utilityBill }) => ({
    params: { id: establishment, billId: utilityBill },
    body: { total: 1 },
  }),
  removeUtilityBill: ({ establishment, utilityBill }) => ({
    params: { id: establishment, billId: utilityBill },
  }),
  readReconciliation: ({ establishment, utilityBill }) => ({
    params: { id: establishment, billId: utilityBill },
  }),
  readEmissions: ({ establishment }) => ({ params: { id: establishment }, query: { start: DAY, end: DAY } }),
  readCarbon: ({ establishment }) => ({ params: { id: establishment }, query: { year: '2026' } }),
  addIrecLot: ({ establishment }) => ({
    params: { id: establishment },
    body: { certificate: `BR ${randomUUID()}`, start: '11/2026', end: '11/2026', mwh: 0.001 },
  }),
  removeIrecLot: ({ establishment, irecLot }) => ({ params: { id: establishment, lotId: irecLot } }),
  readEstablishmentAmounts: ({ establishment }) => ({
    body: { establishments: [{ id: establishment, type: 'eletric' }] },
  }),
  readBudgetYear: ({ establishment }) => ({
    params: { kind: 'establishment', id: establishment },
    query: { year: '2026' },
  }),
  saveBudgetYear: ({ establishment }) => ({
    body: {
      target: { kind: 'establishment', id: establishment },
      measure: 'money',
      year: '2026',
      amounts: Array<number>(12).fill(100),
    },
  }),
  listIndependentVariables: ({ establishment }) => ({ params: { id: establishment } }),
  readIndependentVariable: ({ establishment }) => ({ params: { id: establishment, kind: 'temperature' } }),
  saveIndependentVariable: ({ establishment }) => ({
    params: { id: establishment, kind: 'temperature' },
    body: { values: [{ date: DAY, value: 21.5 }] },
  }),
  removeIndependentVariable: ({ establishment }) => ({
    params: { id: establishment, kind: 'temperature' },
  }),
  readContinuity: ({ establishment }) => ({ params: { id: establishment }, query: { month: '2026-11' } }),
  saveContinuityLimits: ({ establishment }) => ({ params: { id: establishment }, body: CONTINUITY_LIMITS }),
  judgeOutage: ({ establishment, mac }) => ({
    params: { id: establishment },
    body: { start: `${DAY}T03:00:00Z`, end: `${DAY}T04:00:00Z`, meters: [mac], verdict: 'ordinary' },
  }),
  readPortfolio: ({ establishment }) => ({ body: { ids: [establishment], type: 'eletric' } }),
  readEstablishmentCycle: ({ establishment }) => ({ params: { id: establishment } }),
  readEstablishmentMonths: ({ establishment }) => ({
    params: { id: establishment },
    body: { months: ['11/2026'] },
  }),
  readEstablishmentYearBefore: ({ establishment }) => ({ params: { id: establishment } }),
  readEstablishmentTouPeriods: ({ establishment }) => ({ params: { id: establishment } }),
  readEstablishmentRest: ({ establishment }) => ({ params: { id: establishment } }),
  countFrames: ({ mac }) => ({ body: { id: mac, ...RANGE } }),
  readFramePage: ({ mac }) => ({ body: { id: mac, ...RANGE, limit: 10, skip: 0 } }),
  readLastFrame: ({ mac }) => ({ body: { id: mac } }),
  readDay: ({ mac }) => ({ params: { mac }, query: { date: DAY } }),
  readForecast: ({ mac }) => ({ params: { mac } }),
  readMonth: ({ mac }) => ({ params: { mac } }),
  readMonths: ({ mac }) => ({ params: { mac }, body: { months: ['11/2026'] } }),
  readTelemetries: ({ mac }) => ({ body: { id: mac, date: DAY } }),
  readTelemetryStatus: ({ mac }) => ({ body: { id: mac, ...RANGE, type: 'V' } }),
  readSupplyWeek: ({ mac }) => ({ params: { mac }, query: { start: DAY } }),
  readFrames: ({ mac }) => ({ body: { id: mac, ...RANGE } }),
  projectFrames: ({ mac }) => ({ body: { id: mac, filter: { fields: ['wa'], ...RANGE } } }),
  readCurve: ({ mac }) => ({
    body: { id: mac, quantity: 'power', start: `${DAY}T03:00:00Z`, end: `${DAY}T15:00:00Z` },
  }),
  readConsumption: ({ mac }) => ({ body: { id: mac, ...RANGE } }),
  readRunningTotal: ({ mac }) => ({ body: { id: mac, ...RANGE } }),
  readDailyConsumption: ({ mac }) => ({ body: { id: mac, ...RANGE } }),
  readAlwaysOn: ({ mac }) => ({ params: { mac, start: DAY, end: DAY } }),
  readDemand: ({ mac }) => ({ params: { mac }, query: { start: DAY, end: DAY } }),
  readNightFlow: ({ waterMac }) => ({ params: { mac: waterMac } }),
  readDays: ({ mac }) => ({ params: { mac }, query: { start: DAY, end: DAY } }),
  readSaving: ({ mac }) => ({ params: { mac }, query: { since: DAY } }),
  readHeatMap: ({ mac }) => ({ params: { mac }, query: { start: DAY, end: DAY } }),
  readComparison: ({ mac }) => ({ params: { mac }, query: { start: DAY, end: DAY } }),
  readRegisters: ({ mac }) => ({ params: { mac }, query: { start: DAY, end: DAY } }),
  chooseVerdict: ({ mac }) => ({
    params: { mac, register: 'consumedA' },
    body: { date: `${DAY}T16:00:00Z`, verdict: null, reason: 'Medidor trocado' },
  }),
  listCorrections: ({ mac }) => ({ params: { mac } }),
  previewCorrection: ({ mac }) => ({ params: { mac }, query: INTERVAL }),
  createCorrection: ({ mac }) => ({ params: { mac }, body: { ...INTERVAL, reason: 'Medidor trocado' } }),
  listMeterNotes: ({ mac }) => ({ params: { mac } }),
  writeMeterNote: ({ mac }) => ({ params: { mac }, body: { at: `${DAY}T15:00:00Z`, text: 'Tomada' } }),
  removeMeterNote: ({ mac, note }) => ({ params: { mac, id: note } }),
  undoCorrection: ({ mac, correction }) => ({ params: { mac, id: correction } }),
  judgeLeak: ({ waterMac }) => ({ params: { mac: waterMac }, body: { since: DAY, verdict: 'resolved' } }),
  withdrawLeakVerdict: ({ waterMac }) => ({ params: { mac: waterMac }, query: { since: DAY } }),
  listImports: ({ mac }) => ({ params: { mac } }),
  uploadPast: ({ mac }) => ({ params: { mac }, file: PAST }),
  previewImport: ({ mac, upload }) => ({ params: { mac, id: upload }, body: { reading: READING } }),
  startImport: ({ mac, upload }) => ({ params: { mac, id: upload }, body: { reading: READING } }),
  undoImport: ({ mac, upload }) => ({ params: { mac, id: upload } }),
  readAlert: ({ alert }) => ({ params: { id: alert } }),
  readAlertCurve: ({ alert }) => ({ params: { id: alert } }),
  addAlertRule: ({ mac }) => ({ body: { ...RULE, target: { kind: 'meter', mac } } }),
  tryAlertRule: ({ mac }) => ({ body: { terms: RULE.terms, target: { kind: 'meter', mac } } }),
  editAlertRule: ({ alertRule }) => ({ params: { id: alertRule }, body: { ...RULE, isOn: true } }),
  removeAlertRule: ({ alertRule }) => ({ params: { id: alertRule } }),
  listAlertSettings: ({ establishment }) => ({ params: { id: establishment } }),
  saveAlertSetting: ({ establishment }) => ({ params: { id: establishment }, body: SETTING }),
  acknowledgeAlert: ({ alert }) => ({ params: { id: alert }, body: { acknowledged: true } }),
  muteAlert: ({ alert }) => ({ params: { id: alert }, body: { until: null } }),
  testAlertWebhook: ({ webhook }) => ({ params: { id: webhook } }),
  removeAlertWebhook: ({ webhook }) => ({ params: { id: webhook } }),
  removeAlertDevice: ({ device }) => ({ params: { id: device } }),
  judgeAlert: ({ alert }) => ({ params: { id: alert }, body: { helpful: true } }),
  exportReadings: ({ mac }) => ({ params: { mac }, query: { start: DAY, end: DAY } }),
  readPeriod: ({ mac }) => ({ body: { meter: mac, dateStart: DAY, dateEnd: DAY } }),
};
