import type { ComponentType } from 'react';
import type { ScreenName } from './screen-loaders.ts';

interface Screen {
  path: string;
  load: () => Promise<ComponentType>;
}

/** File names of the screens load on demand: login and Home must not wait for them. */
const screen = (name: ScreenName) => async (): Promise<ComponentType> =>
  (await import('./screen-loaders.ts')).screenLoaders[name]();

/** The screen of each address except Home. Routes and links come from these rows, so no link leads to a missing screen. */
const SCREENS: Readonly<Record<string, ScreenName>> = {
  '/dashboard': 'MetersPage',
  '/alerts': 'AlertsPage',
  '/alerts/notices': 'AlertNoticesPage',
  '/alerts/limits': 'AlertLimitsPage',
  '/alerts/rules': 'AlertRulesPage',
  '/alerts/webhooks': 'AlertWebhooksPage',
  '/portfolio': 'PortfolioPage',
  '/opportunities': 'OpportunitiesPage',
  '/budgets': 'BudgetsPage',
  '/budgets/:kind/:id': 'BudgetPage',
  '/explore': 'ExplorePage',
  '/reports': 'ReportsPage',
  '/groups': 'GroupsPage',
  '/groups/new': 'NewGroupPage',
  '/groups/:id': 'GroupPage',
  '/groups/:id/edit': 'EditGroupPage',
  '/apportionment/:id': 'ApportionmentPage',
  '/flow': 'CurrentFlowPage',
  '/flow/:id': 'EnergyFlowPage',
  '/carbon/:id': 'CarbonPage',
  '/registerBoard': 'RegisterMeterPage',
  '/editBoard/:mac': 'EditMeterPage',
  '/system': 'EquipmentSystemsPage',
  '/system/:system': 'EquipmentSystemPage',
  '/meter/:mac': 'MeterPage',
  '/meter/:mac/registers': 'RegistersPage',
  '/meter/:mac/quality': 'SupplyPage',
  '/meter/:mac/corrections': 'CorrectionsPage',
  '/meter/:mac/import': 'ImportPastPage',
  '/outages/:id': 'OutagesPage',
  '/history': 'CurrentHistoryPage',
  '/history/:mac': 'HistoryPage',
  '/bill': 'CurrentBillPage',
  '/bill/:id': 'BillPage',
  '/bill/:id/changes': 'BillChangesPage',
  '/bill/:id/contract': 'ContractPage',
  '/bill/:id/found': 'FoundContractPage',
  '/bill/:id/tariffs': 'TariffComparisonPage',
  '/bill/:id/utility': 'UtilityPage',
  '/bill/:id/kept/:billId': 'FrozenBillPage',
  '/new/establishment': 'EstablishmentWizardPage',
  '/edit/establishment/:id': 'EstablishmentWizardPage',
  '/edit/establishment/:id/variables': 'VariablesPage',
  '/users': 'ClientUsersPage',
  '/guests': 'GuestsPage',
  '/boards': 'InventoryPage',
  '/boards/new': 'ProvisionPage',
  '/boards/:mac': 'InventoryBoardPage',
  '/tariffs': 'TariffsPage',
  '/tariffs/new': 'NewTariffPage',
  '/tariffs/flags': 'FlagsPage',
  '/tariffs/factors': 'FactorsPage',
  '/tariffs/import': 'ImportPage',
  '/tariffs/:id': 'TariffPage',
  '/tariffs/:id/version': 'NewVersionPage',
  '/tariffs/:id/version/:validFrom': 'CorrectVersionPage',
  '/people': 'PeoplePage',
  '/people/upgrades': 'UpgradesPage',
  '/people/audit': 'AuditPage',
  '/people/privacy': 'PrivacyPage',
  '/people/mailbox': 'MailboxPage',
  '/status': 'StatusPage',
  '/account': 'AccountPage',
  '/account/data': 'OwnDataPage',
  '/account/integrations': 'IntegrationsPage',
  '/account/integrations/new': 'NewIntegrationPage',
  '/account/links': 'LinksPage',
  '/feedback': 'FeedbackPage',
  '/help': 'HelpPage',
  '/glossary': 'HelpPage',
};

export const screens: readonly Screen[] = [
  { path: '/home', load: async () => (await import('../insight/home/home-page.tsx')).HomePage },
  ...Object.entries(SCREENS).map(([path, name]) => ({ path, load: screen(name) })),
];

export const meterAliases = ['/eletric/:mac', '/water/:mac', '/tri/:mac', '/mono/:mac'] as const;
