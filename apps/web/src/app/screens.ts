import type { Action } from '@nascente/domain/people/permissions';
import type { ComponentType } from 'react';
import type { IconName } from '../shared/ui/icon.tsx';

interface MenuEntry {
  label: string;
  icon: IconName;
  /** Who sees the entry; everybody when missing. */
  permission?: Action;
  /** Where it leads for the meter on screen, or null to leave it out; the path itself when missing. */
  target?: (mac: string | null) => string | null;
}

/** A screen of someone signed in. What has no screen has no row here, so neither a route nor a dead link. */
export interface Screen {
  path: string;
  load: () => Promise<ComponentType>;
  menu?: MenuEntry;
}

export const screens: readonly Screen[] = [
  {
    path: '/home',
    load: async () => (await import('../features/home/home-page.tsx')).HomePage,
    menu: { label: 'Início', icon: 'home' },
  },
  {
    path: '/dashboard',
    load: async () => (await import('../features/meters/meters-page.tsx')).MetersPage,
    menu: { label: 'Medidores', icon: 'meter' },
  },
  {
    path: '/groups',
    load: async () => (await import('../features/groups/groups-page.tsx')).GroupsPage,
    menu: { label: 'Grupos', icon: 'group', permission: 'see-groups' },
  },
  {
    path: '/groups/new',
    load: async () => (await import('../features/groups/edit-group-page.tsx')).NewGroupPage,
  },
  {
    path: '/groups/:id',
    load: async () => (await import('../features/groups/group-page.tsx')).GroupPage,
  },
  {
    path: '/groups/:id/edit',
    load: async () => (await import('../features/groups/edit-group-page.tsx')).EditGroupPage,
  },
  {
    path: '/apportionment/:id',
    load: async () => (await import('../features/groups/apportionment-page.tsx')).ApportionmentPage,
  },
  {
    path: '/registerBoard',
    load: async () => (await import('../features/register-meter/register-meter-page.tsx')).RegisterMeterPage,
    menu: { label: 'Cadastrar medidor', icon: 'plus', permission: 'see-register-meter-menu' },
  },
  {
    path: '/editBoard/:mac',
    load: async () => (await import('../features/edit-meter/edit-meter-page.tsx')).EditMeterPage,
    menu: {
      label: 'Editar Medidor',
      icon: 'edit',
      permission: 'see-edit-meter-menu',
      target: (mac) => (mac === null ? null : `/editBoard/${mac}`),
    },
  },
  {
    path: '/system',
    load: async () =>
      (await import('../features/equipment-system/equipment-systems-page.tsx')).EquipmentSystemsPage,
  },
  {
    path: '/system/:system',
    load: async () =>
      (await import('../features/equipment-system/equipment-system-page.tsx')).EquipmentSystemPage,
  },
  {
    path: '/meter/:mac',
    load: async () => (await import('../features/meter/meter-page.tsx')).MeterPage,
  },
  {
    path: '/meter/:mac/registers',
    load: async () => (await import('../features/registers/registers-page.tsx')).RegistersPage,
  },
  {
    path: '/meter/:mac/corrections',
    load: async () => (await import('../features/past/corrections-page.tsx')).CorrectionsPage,
  },
  {
    path: '/meter/:mac/import',
    load: async () => (await import('../features/past/import-past-page.tsx')).ImportPastPage,
  },
  {
    path: '/history/:mac',
    load: async () => (await import('../features/history/history-page.tsx')).HistoryPage,
  },
  {
    path: '/bill/:id',
    load: async () => (await import('../features/bill/bill-page.tsx')).BillPage,
  },
  {
    path: '/bill/:id/contract',
    load: async () => (await import('../features/bill/contract-page.tsx')).ContractPage,
  },
  {
    path: '/bill/:id/tariffs',
    load: async () => (await import('../features/bill/tariffs-page.tsx')).TariffsPage,
  },
  {
    path: '/bill/:id/utility',
    load: async () => (await import('../features/bill/utility-page.tsx')).UtilityPage,
  },
  {
    path: '/bill/:id/kept/:billId',
    load: async () => (await import('../features/bill/kept-bill-page.tsx')).KeptBillPage,
  },
  {
    path: '/new/establishment',
    load: async () =>
      (await import('../features/establishment-wizard/establishment-wizard-page.tsx'))
        .EstablishmentWizardPage,
  },
  {
    path: '/edit/establishment/:id',
    load: async () =>
      (await import('../features/establishment-wizard/establishment-wizard-page.tsx'))
        .EstablishmentWizardPage,
  },
  {
    path: '/users',
    load: async () => (await import('../features/client-users/client-users-page.tsx')).ClientUsersPage,
    menu: { label: 'Clientes', icon: 'people', permission: 'manage-client-users' },
  },
  {
    path: '/boards',
    load: async () => (await import('../features/inventory/inventory-page.tsx')).InventoryPage,
    menu: { label: 'Placas', icon: 'chip', permission: 'see-inventory' },
  },
  {
    path: '/boards/new',
    load: async () => (await import('../features/inventory/provision-page.tsx')).ProvisionPage,
  },
  {
    path: '/boards/:mac',
    load: async () => (await import('../features/inventory/board-page.tsx')).InventoryBoardPage,
  },
  {
    path: '/tariffs',
    load: async () => (await import('../features/tariffs/tariffs-page.tsx')).TariffsPage,
    menu: { label: 'Tarifas', icon: 'coin', permission: 'edit-tariffs' },
  },
  {
    path: '/tariffs/new',
    load: async () => (await import('../features/tariffs/edit-tariff-page.tsx')).NewTariffPage,
  },
  {
    path: '/tariffs/flags',
    load: async () => (await import('../features/tariffs/flags-page.tsx')).FlagsPage,
  },
  {
    path: '/tariffs/import',
    load: async () => (await import('../features/tariffs/import-page.tsx')).ImportPage,
  },
  {
    path: '/tariffs/:id',
    load: async () => (await import('../features/tariffs/tariff-page.tsx')).TariffPage,
  },
  {
    path: '/tariffs/:id/version',
    load: async () => (await import('../features/tariffs/edit-tariff-page.tsx')).NewVersionPage,
  },
  {
    path: '/people',
    load: async () => (await import('../features/admin-people/people-page.tsx')).PeoplePage,
    menu: { label: 'Pessoas', icon: 'users', permission: 'see-people' },
  },
  {
    path: '/people/upgrades',
    load: async () => (await import('../features/admin-people/upgrades-page.tsx')).UpgradesPage,
  },
  {
    path: '/people/audit',
    load: async () => (await import('../features/admin-people/audit-page.tsx')).AuditPage,
  },
  {
    path: '/people/mailbox',
    load: async () => (await import('../features/admin-people/mailbox-page.tsx')).MailboxPage,
  },
  {
    path: '/account',
    load: async () => (await import('../features/account/account-page.tsx')).AccountPage,
    menu: { label: 'Conta', icon: 'user' },
  },
  {
    path: '/feedback',
    load: async () => (await import('../features/feedback/feedback-page.tsx')).FeedbackPage,
    menu: { label: 'Feedback', icon: 'chat' },
  },
];

/** Older addresses of the meter page, by type or model. */
export const meterAliases = ['/eletric/:mac', '/water/:mac', '/tri/:mac', '/mono/:mac'] as const;
