import type { ComponentType } from 'react';

/** Where each screen of someone signed in lies, but Home. */
export const screenLoaders = {
  AlertsPage: async () => (await import('../features/alerts/alerts-page.tsx')).AlertsPage,
  MetersPage: async () => (await import('../features/meters/meters-page.tsx')).MetersPage,
  BudgetsPage: async () => (await import('../features/budgets/budgets-page.tsx')).BudgetsPage,
  BudgetPage: async () => (await import('../features/budgets/budget-page.tsx')).BudgetPage,
  PortfolioPage: async () => (await import('../features/portfolio/portfolio-page.tsx')).PortfolioPage,
  OpportunitiesPage: async () =>
    (await import('../features/opportunities/opportunities-page.tsx')).OpportunitiesPage,
  ExplorePage: async () => (await import('../features/explore/explore-page.tsx')).ExplorePage,
  ReportsPage: async () => (await import('../features/reports/reports-page.tsx')).ReportsPage,
  GroupsPage: async () => (await import('../features/groups/groups-page.tsx')).GroupsPage,
  NewGroupPage: async () => (await import('../features/groups/edit-group-page.tsx')).NewGroupPage,
  GroupPage: async () => (await import('../features/groups/group-page.tsx')).GroupPage,
  EditGroupPage: async () => (await import('../features/groups/edit-group-page.tsx')).EditGroupPage,
  ApportionmentPage: async () =>
    (await import('../features/groups/apportionment-page.tsx')).ApportionmentPage,
  EnergyFlowPage: async () => (await import('../features/energy-flow/energy-flow-page.tsx')).EnergyFlowPage,
  RegisterMeterPage: async () =>
    (await import('../features/register-meter/register-meter-page.tsx')).RegisterMeterPage,
  EditMeterPage: async () => (await import('../features/edit-meter/edit-meter-page.tsx')).EditMeterPage,
  EquipmentSystemsPage: async () =>
    (await import('../features/equipment-system/equipment-systems-page.tsx')).EquipmentSystemsPage,
  EquipmentSystemPage: async () =>
    (await import('../features/equipment-system/equipment-system-page.tsx')).EquipmentSystemPage,
  MeterPage: async () => (await import('../features/meter/meter-page.tsx')).MeterPage,
  RegistersPage: async () => (await import('../features/registers/registers-page.tsx')).RegistersPage,
  SupplyPage: async () => (await import('../features/supply/supply-page.tsx')).SupplyPage,
  CorrectionsPage: async () => (await import('../features/past/corrections-page.tsx')).CorrectionsPage,
  ImportPastPage: async () => (await import('../features/past/import-past-page.tsx')).ImportPastPage,
  HistoryPage: async () => (await import('../features/history/history-page.tsx')).HistoryPage,
  BillPage: async () => (await import('../features/bill/cycle-bill/bill-page.tsx')).BillPage,
  ContractPage: async () => (await import('../features/bill/contract/contract-page.tsx')).ContractPage,
  FoundContractPage: async () => (await import('../features/bill/found-contract/found-page.tsx')).FoundPage,
  ComparedTariffsPage: async () =>
    (await import('../features/bill/tariff-comparison/tariffs-page.tsx')).TariffsPage,
  UtilityPage: async () => (await import('../features/bill/utility-bill/utility-page.tsx')).UtilityPage,
  KeptBillPage: async () => (await import('../features/bill/kept-bill/kept-bill-page.tsx')).KeptBillPage,
  EstablishmentWizardPage: async () =>
    (await import('../features/establishment-wizard/establishment-wizard-page.tsx')).EstablishmentWizardPage,
  VariablesPage: async () => (await import('../features/variables/variables-page.tsx')).VariablesPage,
  ClientUsersPage: async () =>
    (await import('../features/client-users/client-users-page.tsx')).ClientUsersPage,
  InventoryPage: async () => (await import('../features/inventory/inventory-page.tsx')).InventoryPage,
  ProvisionPage: async () => (await import('../features/inventory/provision-page.tsx')).ProvisionPage,
  InventoryBoardPage: async () => (await import('../features/inventory/board-page.tsx')).InventoryBoardPage,
  TariffsPage: async () => (await import('../features/tariffs/tariffs-page.tsx')).TariffsPage,
  NewTariffPage: async () => (await import('../features/tariffs/edit-tariff-page.tsx')).NewTariffPage,
  FlagsPage: async () => (await import('../features/tariffs/flags-page.tsx')).FlagsPage,
  ImportPage: async () => (await import('../features/tariffs/import-page.tsx')).ImportPage,
  TariffPage: async () => (await import('../features/tariffs/tariff-page.tsx')).TariffPage,
  CorrectVersionPage: async () =>
    (await import('../features/tariffs/correct-version-page.tsx')).CorrectVersionPage,
  NewVersionPage: async () => (await import('../features/tariffs/edit-tariff-page.tsx')).NewVersionPage,
  PeoplePage: async () => (await import('../features/admin-people/people-page.tsx')).PeoplePage,
  UpgradesPage: async () => (await import('../features/admin-people/upgrades-page.tsx')).UpgradesPage,
  AuditPage: async () => (await import('../features/admin-people/audit-page.tsx')).AuditPage,
  MailboxPage: async () => (await import('../features/admin-people/mailbox-page.tsx')).MailboxPage,
  StatusPage: async () => (await import('../features/status/status-page.tsx')).StatusPage,
  AccountPage: async () => (await import('../features/account/account-page.tsx')).AccountPage,
  OwnDataPage: async () => (await import('../features/own-data/own-data-page.tsx')).OwnDataPage,
  PrivacyPage: async () => (await import('../features/admin-people/privacy-page.tsx')).PrivacyPage,
  IntegrationsPage: async () =>
    (await import('../features/integrations/integrations-page.tsx')).IntegrationsPage,
  NewIntegrationPage: async () =>
    (await import('../features/integrations/new-integration-page.tsx')).NewIntegrationPage,
  LinksPage: async () => (await import('../features/links/links-page.tsx')).LinksPage,
  GlossaryPage: async () => (await import('../features/glossary/glossary-page.tsx')).GlossaryPage,
  HelpPage: async () => (await import('../features/help/help-page.tsx')).HelpPage,
  FeedbackPage: async () => (await import('../features/feedback/feedback-page.tsx')).FeedbackPage,
} as const satisfies Record<string, () => Promise<ComponentType>>;

export type ScreenName = keyof typeof screenLoaders;
