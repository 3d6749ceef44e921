/** One of everything that a call can name. */
export interface Ids {
  readonly mac: string;
  /** The installation of that board, in use. */
  readonly installation: string;
  /** A correction of that board's readings. */
  readonly correction: string;
  /** A note beside its curves. */
  readonly note: string;
  /** A file of its past, not imported yet. */
  readonly upload: string;
  readonly waterMac: string;
  readonly establishment: string;
  /** At which no meter ever was. */
  readonly emptyEstablishment: string;
  /** A group of the meters. */
  readonly group: string;
  /** An upload that no establishment refers to yet. */
  readonly image: string;
  readonly utilityBill: string;
  readonly frozenBill: string;
  readonly irecLot: string;
  readonly account: string;
  readonly clientUser: string;
  readonly invitation: string;
  readonly session: string;
  readonly apiKey: string;
  /** Of a device of the account. */
  readonly passkey: string;
  readonly integration: string;
  readonly sharedLink: string;
  /** What else changed the consumption of the board. */
  readonly savingChange: string;
  /** An alert of the meters. */
  readonly alert: string;
  /** On which alerts are shown. */
  readonly device: string;
  readonly webhook: string;
  readonly alertRule: string;
  /** A report of the establishment. */
  readonly report: string;
  readonly reportSubscription: string;
}

/** Ids of nothing that exists. */
export const ABSENT: Ids = {
  mac: '00:00:00:00:00:01',
  installation: '770099999',
  correction: '770099999',
  note: '01a00000-0000-7000-8000-000000000022',
  upload: '770099998',
  waterMac: '00:00:00:00:00:02',
  establishment: '01a00000-0000-7000-8000-000000000001',
  image: '01a00000-0000-7000-8000-000000000011',
  emptyEstablishment: '01a00000-0000-7000-8000-000000000010',
  group: '01a00000-0000-7000-8000-000000000012',
  utilityBill: '01a00000-0000-7000-8000-000000000012',
  frozenBill: '01a00000-0000-7000-8000-000000000013',
  irecLot: '01a00000-0000-7000-8000-000000000024',
  account: '01a00000-0000-7000-8000-000000000002',
  clientUser: '01a00000-0000-7000-8000-000000000003',
  invitation: '01a00000-0000-7000-8000-000000000014',
  session: '01a00000-0000-7000-8000-000000000004',
  apiKey: '01a00000-0000-7000-8000-000000000005',
  passkey: '01a00000-0000-7000-8000-000000000021',
  integration: '01a00000-0000-7000-8000-000000000018',
  sharedLink: '01a00000-0000-7000-8000-000000000022',
  savingChange: '01a00000-0000-7000-8000-000000000023',
  alert: '01a00000-0000-7000-8000-000000000015',
  device: '01a00000-0000-7000-8000-000000000016',
  webhook: '01a00000-0000-7000-8000-000000000017',
  alertRule: '01a00000-0000-7000-8000-000000000018',
  report: '01a00000-0000-7000-8000-000000000019',
  reportSubscription: '01a00000-0000-7000-8000-000000000020',
};
