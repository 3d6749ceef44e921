/** What Home, the list of meters, a meter and the Explorer ask: by the name of the call, or of the query where it is no single call. */
export const KEPT_CALLS = [
  'listAlerts',
  'listBudgets',
  'listCorrections',
  'listEstablishments',
  'listMeterNotes',
  'listMeters',
  'listUtilityBills',
  'readAlwaysOn',
  'readBill',
  'readBillChanges',
  'readComparison',
  'readConsumption',
  'readContract',
  'readCurve',
  'readDays',
  'readDemand',
  'readEmissions',
  'readHeatMap',
  'readLastFrame',
  'readMeter',
  'readMeterPast',
  'readMonth',
  'readNightFlow',
  'readPeriod',
  'readEstablishmentAmounts',
  'readEstablishmentCycle',
  'readEstablishmentMonths',
  'readEstablishmentPosts',
  'readEstablishmentRest',
  'readEstablishmentYearBefore',
  'readTelemetryStatus',
] as const;

const KEPT = new Set<unknown>([...KEPT_CALLS, 'signedIn', 'countedDay', 'storedWindow', 'storedFlow']);

export const isKept = ([name]: readonly unknown[]): boolean => KEPT.has(name);
