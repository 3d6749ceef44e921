import type { ComponentType } from 'react';
import type { ScreenName } from './screen-loaders.ts';

/** A screen of someone signed in. What has no screen has no row here, so neither a route nor a dead link. */
interface Screen {
  path: string;
  load: () => Promise<ComponentType>;
}

/** The addresses of the screens' files are loaded when they are needed: login and Home must not wait for their names. */
const screen = (name: ScreenName) => async (): Promise<ComponentType> =>
  (await import('./screen-loaders.ts')).screenLoaders[name]();

export const screens: readonly Screen[] = [
  {
    path: '/home',
    load: async () => (await import('../insight/home/home-page.tsx')).HomePage,
  },
  {
    path: '/dashboard',
    load: screen('MetersPage'),
  },
  {
    path: '/alerts',
    load: screen('AlertsPage'),
  },
  {
    path: '/alerts/notices',
    load: screen('AlertNoticesPage'),
  },
  {
    path: '/alerts/limits',
    load: screen('AlertLimitsPage'),
  },
  {
    path: '/alerts/rules',
    load: screen('AlertRulesPage'),
  },
  {
    path: '/alerts/webhooks',
    load: screen('AlertWebhooksPage'),
  },
  {
    path: '/portfolio',
    load: screen('PortfolioPage'),
  },
  {
    path: '/opportunities',
    load: screen('OpportunitiesPage'),
  },
  {
    path: '/budgets',
    load: screen('BudgetsPage'),
  },
  {
    path: '/budgets/:kind/:id',
    load: screen('BudgetPage'),
  },
  {
    path: '/explore',
    load: screen('ExplorePage'),
  },
  {
    path: '/reports',
    load: screen('ReportsPage'),
  },
  {
    path: '/groups',
    load: screen('GroupsPage'),
  },
  {
    path: '/groups/new',
    load: screen('NewGroupPage'),
  },
  {
    path: '/groups/:id',
    load: screen('GroupPage'),
  },
  {
    path: '/groups/:id/edit',
    load: screen('EditGroupPage'),
  },
  {
    path: '/apportionment/:id',
    load: screen('ApportionmentPage'),
  },
  {
    path: '/flow',
    load: screen('CurrentFlowPage'),
  },
  {
    path: '/flow/:id',
    load: screen('EnergyFlowPage'),
  },
  {
    path: '/registerBoard',
    load: screen('RegisterMeterPage'),
  },
  {
    path: '/editBoard/:mac',
    load: screen('EditMeterPage'),
  },
  {
    path: '/system',
    load: screen('EquipmentSystemsPage'),
  },
  {
    path: '/system/:system',
    load: screen('EquipmentSystemPage'),
  },
  {
    path: '/meter/:mac',
    load: screen('MeterPage'),
  },
  {
    path: '/meter/:mac/registers',
    load: screen('RegistersPage'),
  },
  {
    path: '/meter/:mac/quality',
    load: screen('SupplyPage'),
  },
  {
    path: '/meter/:mac/corrections',
    load: screen('CorrectionsPage'),
  },
  {
    path: '/meter/:mac/import',
    load: screen('ImportPastPage'),
  },
  {
    path: '/history',
    load: screen('CurrentHistoryPage'),
  },
  {
    path: '/history/:mac',
    load: screen('HistoryPage'),
  },
  {
    path: '/bill',
    load: screen('CurrentBillPage'),
  },
  {
    path: '/bill/:id',
    load: screen('BillPage'),
  },
  {
    path: '/bill/:id/changes',
    load: screen('BillChangesPage'),
  },
  {
    path: '/bill/:id/contract',
    load: screen('ContractPage'),
  },
  {
    path: '/bill/:id/found',
    load: screen('FoundContractPage'),
  },
  {
    path: '/bill/:id/tariffs',
    load: screen('ComparedTariffsPage'),
  },
  {
    path: '/bill/:id/utility',
    load: screen('UtilityPage'),
  },
  {
    path: '/bill/:id/kept/:billId',
    load: screen('KeptBillPage'),
  },
  {
    path: '/new/establishment',
    load: screen('EstablishmentWizardPage'),
  },
  {
    path: '/edit/establishment/:id',
    load: screen('EstablishmentWizardPage'),
  },
  {
    path: '/edit/establishment/:id/variables',
    load: screen('VariablesPage'),
  },
  {
    path: '/users',
    load: screen('ClientUsersPage'),
  },
  {
    path: '/guests',
    load: screen('GuestsPage'),
  },
  {
    path: '/boards',
    load: screen('InventoryPage'),
  },
  {
    path: '/boards/new',
    load: screen('ProvisionPage'),
  },
  {
    path: '/boards/:mac',
    load: screen('InventoryBoardPage'),
  },
  {
    path: '/tariffs',
    load: screen('TariffsPage'),
  },
  {
    path: '/tariffs/new',
    load: screen('NewTariffPage'),
  },
  {
    path: '/tariffs/flags',
    load: screen('FlagsPage'),
  },
  {
    path: '/tariffs/import',
    load: screen('ImportPage'),
  },
  {
    path: '/tariffs/:id',
    load: screen('TariffPage'),
  },
  {
    path: '/tariffs/:id/version',
    load: screen('NewVersionPage'),
  },
  {
    path: '/tariffs/:id/version/:validFrom',
    load: screen('CorrectVersionPage'),
  },
  {
    path: '/people',
    load: screen('PeoplePage'),
  },
  {
    path: '/people/upgrades',
    load: screen('UpgradesPage'),
  },
  {
    path: '/people/audit',
    load: screen('AuditPage'),
  },
  {
    path: '/people/privacy',
    load: screen('PrivacyPage'),
  },
  {
    path: '/people/mailbox',
    load: screen('MailboxPage'),
  },
  {
    path: '/status',
    load: screen('StatusPage'),
  },
  {
    path: '/account',
    load: screen('AccountPage'),
  },
  {
    path: '/account/data',
    load: screen('OwnDataPage'),
  },
  {
    path: '/account/integrations',
    load: screen('IntegrationsPage'),
  },
  {
    path: '/account/integrations/new',
    load: screen('NewIntegrationPage'),
  },
  {
    path: '/account/links',
    load: screen('LinksPage'),
  },
  {
    path: '/feedback',
    load: screen('FeedbackPage'),
  },
  {
    path: '/help',
    load: screen('HelpPage'),
  },
  {
    path: '/glossary',
    load: screen('HelpPage'),
  },
];

/** Older addresses of the meter page, by type or model. */
export const meterAliases = ['/eletric/:mac', '/water/:mac', '/tri/:mac', '/mono/:mac'] as const;
