/** What a call answers with that answers with a file. */
export const FOUND: Readonly<Record<string, string>> = {
  exportReadings: '777,75',
  readImage: 'Segredo',
  readReport: '%PDF',
  readReportFile: '%PDF',
};

/** Calls with an input that names nothing of a customer. */
export const NAMING_NOTHING = [
  'listAlerts',
  'saveAlertNotices',
  'addAlertDevice',
  'addAlertWebhook',
  'listGroups',
  'listReports',
  'listBudgets',
  'readPortfolioFile',
  'listTariffs',
  'giveConsent',
  'withdrawConsent',
  'removeAccount',
  'changeOwnPassword',
  'confirmEmail',
  'proveAgain',
  'beginSecondStep',
  'confirmSecondStep',
  'renewRecoveryCodes',
  'endSecondStep',
  'beginPasskey',
  'addPasskey',
  'generateToken',
  'saveTourViews',
  'sendFeedback',
  'createLocation',
  'registerMeter',
  'lookUpCnpj',
  'lookUpCep',
];

/** Open to anyone with the board in hand: these calls state whether it exists and is installed, and not its owner. */
export const TELLING_OF_BOARDS = ['verifyMeter', 'validateBoard'];

/** A rule of alerts without its meters. */
export const RULE = {
  name: 'Forno',
  severity: 'notable',
  terms: {
    quantity: 'energy',
    span: 'quarter',
    test: 'above',
    limit: 1,
    hysteresis: 0,
    forMinutes: 0,
    hours: null,
  },
} as const;

/** Limits of interruptions of a set of consumer units. */
export const CONTINUITY_LIMITS = {
  setName: null,
  isUrban: true,
  dic: 5,
  fic: 3,
  dmic: 3,
  dicri: 12,
  dicQuarter: null,
  ficQuarter: null,
  dicYear: null,
  ficYear: null,
  monthlyCharge: null,
  factor: null,
};

export const SETTING = { kind: 'leak', isOn: true, threshold: null, day: null };

/** How a file of a meter's past is read. */
export const READING = {
  encoding: 'UTF-8',
  sheet: null,
  separator: ';',
  decimal: ',',
  cutNumbers: null,
  headerLine: 1,
  layout: 'rows',
  timeColumn: 0,
  clockColumn: null,
  endColumn: null,
  endClockColumn: null,
  time: 'dmy',
  year: null,
  firstDay: null,
  hours: 'clock',
  zone: 'America/Sao_Paulo',
  instant: 'start',
  lateMidnight: false,
  longRows: 'refused',
  rollovers: 'ask',
  statedPeriods: 'ask',
  intervalMinutes: 15,
  values: [{ column: 1, quantity: 'consumed', unit: 'kWh', isRegister: false, phase: null, period: null }],
  estimatedColumn: null,
  unitColumn: null,
  kinds: null,
  marks: null,
  only: null,
  repeats: 'ask',
  pulse: null,
  open: [],
};

/** A page with one line of a bill; readers find its objects without a table of them. */
export const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 42>>stream
BT /F 12 Tf 20 200 Td (COSIP 42,47) Tj ET 
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`;
