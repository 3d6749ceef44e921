import * as account from './account.ts';
import * as adminPeople from './admin-people.ts';
import * as alertNotices from './alert-notices.ts';
import * as alertRules from './alert-rules.ts';
import * as alertWebhooks from './alert-webhooks.ts';
import * as alerts from './alerts.ts';
import * as analysis from './analysis.ts';
import * as apiKeys from './api-keys.ts';
import * as apportionment from './apportionment.ts';
import * as audit from './audit.ts';
import * as billingTerms from './billing-terms.ts';
import * as bills from './bills.ts';
import * as boardAdapter from './board-adapter.ts';
import * as budgets from './budgets.ts';
import type { Call } from './call.ts';
import * as clientUsers from './client-users.ts';
import * as connecting from './connecting.ts';
import * as consents from './consents.ts';
import * as consumption from './consumption.ts';
import * as corrections from './corrections.ts';
import * as credentials from './credentials.ts';
import * as curves from './curves.ts';
import * as emailConfirmation from './email-confirmation.ts';
import * as energyFlow from './energy-flow.ts';
import * as establishmentConsumption from './establishment-consumption.ts';
import * as establishments from './establishments.ts';
import * as exports from './exports.ts';
import * as feed from './feed.ts';
import * as feedback from './feedback.ts';
import * as flags from './flags.ts';
import * as foundContract from './found-contract.ts';
import * as groups from './groups.ts';
import * as images from './images.ts';
import * as independentVariables from './independent-variables.ts';
import * as ingest from './ingest.ts';
import * as integrations from './integrations.ts';
import * as inventory from './inventory.ts';
import * as invitations from './invitations.ts';
import * as lookups from './lookups.ts';
import * as mailbox from './mailbox.ts';
import * as marketComparison from './market-comparison.ts';
import * as meterChanges from './meter-changes.ts';
import * as meterNotes from './meter-notes.ts';
import * as meters from './meters.ts';
import * as opportunities from './opportunities.ts';
import * as ownPassword from './own-password.ts';
import * as passkeys from './passkeys.ts';
import * as pastImports from './past-imports.ts';
import * as periodConsumption from './period-consumption.ts';
import * as portfolio from './portfolio.ts';
import * as readings from './readings.ts';
import * as recovery from './recovery.ts';
import * as registers from './registers.ts';
import * as registration from './registration.ts';
import * as reports from './reports.ts';
import * as savings from './savings.ts';
import * as secondStep from './second-step.ts';
import * as session from './session.ts';
import * as sharedLinks from './shared-links.ts';
import * as signInNotice from './sign-in-notice.ts';
import * as signUp from './sign-up.ts';
import * as singleSignOn from './single-sign-on.ts';
import * as status from './status.ts';
import * as supply from './supply.ts';
import * as tariffComparison from './tariff-comparison.ts';
import * as tariffImport from './tariff-import.ts';
import * as tariffVersions from './tariff-versions.ts';
import * as tariffs from './tariffs.ts';
import * as telemetry from './telemetry.ts';
import * as utilityBills from './utility-bills.ts';
import * as water from './water.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value;

/** Every call of the API, for the OpenAPI document and for tests that walk all of them. */
export const everyCall: readonly Call[] = [
  savings,
  session,
  secondStep,
  passkeys,
  singleSignOn,
  account,
  apiKeys,
  credentials,
  clientUsers,
  consents,
  adminPeople,
  audit,
  signUp,
  recovery,
  sharedLinks,
  signInNotice,
  opportunities,
  ownPassword,
  emailConfirmation,
  energyFlow,
  feedback,
  mailbox,
  status,
  feed,
  meters,
  meterChanges,
  meterNotes,
  registration,
  reports,
  integrations,
  inventory,
  independentVariables,
  invitations,
  establishments,
  groups,
  apportionment,
  lookups,
  images,
  tariffs,
  tariffVersions,
  tariffImport,
  flags,
  ingest,
  readings,
  boardAdapter,
  registers,
  corrections,
  pastImports,
  telemetry,
  curves,
  supply,
  connecting,
  consumption,
  periodConsumption,
  establishmentConsumption,
  portfolio,
  budgets,
  analysis,
  water,
  alerts,
  alertNotices,
  alertRules,
  alertWebhooks,
  exports,
  bills,
  billingTerms,
  foundContract,
  tariffComparison,
  marketComparison,
  utilityBills,
]
  .flatMap((file) => Object.values(file) as unknown[])
  .filter(isCall);
