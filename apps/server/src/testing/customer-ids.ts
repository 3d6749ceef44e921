/** One of everything that a call can name. */
export interface Ids {
  readonly mac: string;
  /** Of that board, in use. */
  readonly installation: string;
  /** Of that board's readings. */
  readonly correction: string;
  /** A file of its past, not imported yet. */
  readonly upload: string;
  readonly waterMac: string;
  readonly establishment: string;
  /** At which no meter ever was. */
  readonly emptyEstablishment: string;
  /** Of meters. */
  readonly group: string;
  /** An upload that no establishment refers to yet. */
  readonly image: string;
  readonly utilityBill: string;
  readonly keptBill: string;
  readonly account: string;
  readonly clientUser: string;
  readonly invitation: string;
  readonly session: string;
  readonly apiKey: string;
  readonly integration: string;
  /** Of the meters. */
  readonly alert: string;
  /** On which alerts are shown. */
  readonly device: string;
  readonly webhook: string;
  readonly alertRule: string;
  /** Of the establishment. */
  readonly report: string;
  readonly reportSubscription: string;
}
