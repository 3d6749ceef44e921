import type { Action } from '@nascente/domain/people/permissions';
import type { ComponentType } from 'react';
import type { IconName } from '../shared/ui/marks/icon.tsx';
import type { ScreenName } from './screen-loaders.ts';

interface MenuEntry {
  label: string;
  icon: IconName;
  /** Who sees the entry; everybody when missing. */
  permission?: Action;
  /** Where it leads for the meter on screen, or null to leave it out; the path itself when missing. */
  target?: (mac: string | null) => string | null;
  /** Only for who has more than one establishment. */
  isForSeveral?: true;
}

/** A screen of someone signed in. What has no screen has no row here, so neither a route nor a dead link. */
interface Screen {
  path: string;
  load: () => Promise<ComponentType>;
  menu?: MenuEntry;
}

/** The addresses of the screens' files are loaded when they are needed: login and Home must not wait for their names. */
const screen = (name: ScreenName) => async (): Promise<ComponentType> =>
  (await import('./screen-loaders.ts')).screenLoaders[name]();

export const screens: readonly Screen[] = [
  {
    path: '/home',
    load: async () => (await import('../insight/home/home-page.tsx')).HomePage,
    menu: { label: 'Home', icon: 'home' },
  },
  {
    path: '/dashboard',
    load: screen('MetersPage'),
    menu: { label: 'Medidores', icon: 'meter' },
  },
  {
    path: '/alerts',
    load: screen('AlertsPage'),
  },
  {
    path: '/portfolio',
    load: screen('PortfolioPage'),
    menu: { label: 'Portfólio', icon: 'chart', isForSeveral: true },
  },
  {
    path: '/opportunities',
    load: screen('OpportunitiesPage'),
    menu: { label: 'Oportunidades', icon: 'leaf' },
  },
  {
    path: '/budgets',
    load: screen('BudgetsPage'),
    menu: { label: 'Metas', icon: 'target', permission: 'plan-budgets' },
  },
  {
    path: '/budgets/:kind/:id',
    load: screen('BudgetPage'),
  },
  {
    path: '/explore',
    load: screen('ExplorePage'),
    menu: { label: 'Explorador', icon: 'curve' },
  },
  {
    path: '/reports',
    load: screen('ReportsPage'),
    menu: { label: 'Relatórios', icon: 'table', permission: 'see-bills' },
  },
  {
    path: '/groups',
    load: screen('GroupsPage'),
    menu: { label: 'Grupos', icon: 'group', permission: 'see-groups' },
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
    path: '/flow/:id',
    load: screen('EnergyFlowPage'),
  },
  {
    path: '/registerBoard',
    load: screen('RegisterMeterPage'),
    menu: { label: 'Cadastrar medidor', icon: 'plus', permission: 'see-register-meter-menu' },
  },
  {
    path: '/editBoard/:mac',
    load: screen('EditMeterPage'),
    menu: {
      label: 'Editar Medidor',
      icon: 'edit',
      permission: 'see-edit-meter-menu',
      target: (mac) => (mac === null ? null : `/editBoard/${mac}`),
    },
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
    path: '/history/:mac',
    load: screen('HistoryPage'),
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
    menu: { label: 'Clientes', icon: 'people', permission: 'manage-client-users' },
  },
  {
    path: '/boards',
    load: screen('InventoryPage'),
    menu: { label: 'Placas', icon: 'chip', permission: 'see-inventory' },
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
    menu: { label: 'Tarifas', icon: 'coin', permission: 'edit-tariffs' },
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
    menu: { label: 'Pessoas', icon: 'users', permission: 'see-people' },
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
    menu: { label: 'Servidor', icon: 'device', permission: 'see-status' },
  },
  {
    path: '/account',
    load: screen('AccountPage'),
    menu: { label: 'Conta', icon: 'user' },
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
    menu: { label: 'Feedback', icon: 'chat' },
  },
  {
    path: '/help',
    load: screen('HelpPage'),
    menu: { label: 'Ajuda', icon: 'info' },
  },
  {
    path: '/glossary',
    load: screen('GlossaryPage'),
    menu: { label: 'Glossário', icon: 'book' },
  },
];

/** Older addresses of the meter page, by type or model. */
export const meterAliases = ['/eletric/:mac', '/water/:mac', '/tri/:mac', '/mono/:mac'] as const;
