import * as alertNotices from './alerts/alert-notices.ts';
import * as alertRules from './alerts/alert-rules.ts';
import * as alertWebhooks from './alerts/alert-webhooks.ts';
import * as alerts from './alerts/alerts.ts';
import type { Call } from './base/call.ts';
import * as apiKeys from './connections/api-keys.ts';
import * as feed from './connections/feed.ts';
import * as integrations from './connections/integrations.ts';
import * as sharedLinks from './connections/shared-links.ts';
import * as analysis from './energy/analysis.ts';
import * as carbon from './energy/carbon.ts';
import * as consumption from './energy/consumption.ts';
import * as corrections from './energy/corrections.ts';
import * as curves from './energy/curves.ts';
import * as emissionFactors from './energy/emission-factors.ts';
import * as exports from './energy/exports.ts';
import * as pastImports from './energy/past-imports.ts';
import * as periodConsumption from './energy/period-consumption.ts';
import * as water from './energy/water.ts';
import * as independentVariables from './insight/independent-variables.ts';
import * as opportunities from './insight/opportunities.ts';
import * as portfolio from './insight/portfolio.ts';
import * as reports from './insight/reports.ts';
import * as savings from './insight/savings.ts';
import * as apportionment from './money/apportionment.ts';
import * as billChanges from './money/bill-changes.ts';
import * as billingTerms from './money/billing-terms.ts';
import * as bills from './money/bills.ts';
import * as budgets from './money/budgets.ts';
import * as electronicBills from './money/electronic-bills.ts';
import * as energyFlow from './money/energy-flow.ts';
import * as establishmentConsumption from './money/establishment-consumption.ts';
import * as foundContract from './money/found-contract.ts';
import * as marketComparison from './money/market-comparison.ts';
import * as tariffComparison from './money/tariff-comparison.ts';
import * as utilityBills from './money/utility-bills.ts';
import * as mailbox from './operations/mailbox.ts';
import * as ownData from './operations/own-data.ts';
import * as status from './operations/status.ts';
import * as account from './people/account.ts';
import * as adminPeople from './people/admin-people.ts';
import * as audit from './people/audit.ts';
import * as consents from './people/consents.ts';
import * as credentials from './people/credentials.ts';
import * as emailConfirmation from './people/email-confirmation.ts';
import * as feedback from './people/feedback.ts';
import * as invitations from './people/invitations.ts';
import * as ownPassword from './people/own-password.ts';
import * as passkeys from './people/passkeys.ts';
import * as recovery from './people/recovery.ts';
import * as secondStep from './people/second-step.ts';
import * as session from './people/session.ts';
import * as signInNotice from './people/sign-in-notice.ts';
import * as signUp from './people/sign-up.ts';
import * as singleSignOn from './people/single-sign-on.ts';
import * as boardAdapter from './sites/board-adapter.ts';
import * as clientUsers from './sites/client-users.ts';
import * as cosipTables from './sites/cosip-tables.ts';
import * as establishments from './sites/establishments.ts';
import * as flags from './sites/flags.ts';
import * as groups from './sites/groups.ts';
import * as images from './sites/images.ts';
import * as lookups from './sites/lookups.ts';
import * as meterChanges from './sites/meter-changes.ts';
import * as meterNotes from './sites/meter-notes.ts';
import * as meters from './sites/meters.ts';
import * as registration from './sites/registration.ts';
import * as tariffImport from './sites/tariff-import.ts';
import * as tariffVersions from './sites/tariff-versions.ts';
import * as tariffs from './sites/tariffs.ts';
import * as vatPeriods from './sites/vat-periods.ts';
import * as connecting from './telemetry/connecting.ts';
import * as continuity from './telemetry/continuity.ts';
import * as ingest from './telemetry/ingest.ts';
import * as inventory from './telemetry/inventory.ts';
import * as readings from './telemetry/readings.ts';
import * as registers from './telemetry/registers.ts';
import * as supply from './telemetry/supply.ts';
import * as telemetry from './telemetry/telemetry.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value;

/** Every call of the API, for the OpenAPI document and for tests that run on all calls. */
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
  ownData,
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
  continuity,
  connecting,
  carbon,
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
  emissionFactors,
  exports,
  billChanges,
  bills,
  billingTerms,
  foundContract,
  tariffComparison,
  marketComparison,
  vatPeriods,
  cosipTables,
  electronicBills,
  utilityBills,
]
  .flatMap((file) => Object.values(file) as unknown[])
  .filter(isCall);
