import type { ComponentType } from 'react';

/** Modules of the screens behind the login, except Home. */
export const screenLoaders = {
  AlertsPage: async () => (await import('../alerts/alerts/alerts-page.tsx')).AlertsPage,
  AlertNoticesPage: async () => (await import('../alerts/alerts/settings/settings-pages.tsx')).NoticesPage,
  AlertLimitsPage: async () => (await import('../alerts/alerts/settings/settings-pages.tsx')).LimitsPage,
  AlertRulesPage: async () => (await import('../alerts/alerts/settings/settings-pages.tsx')).RulesPage,
  AlertWebhooksPage: async () => (await import('../alerts/alerts/settings/settings-pages.tsx')).WebhooksPage,
  CurrentBillPage: async () => (await import('../sites/current/current-pages.tsx')).CurrentBillPage,
  CurrentFlowPage: async () => (await import('../sites/current/current-pages.tsx')).CurrentFlowPage,
  CurrentHistoryPage: async () => (await import('../sites/current/current-pages.tsx')).CurrentHistoryPage,
  MetersPage: async () => (await import('../sites/meters/list/meters-page.tsx')).MetersPage,
  BudgetsPage: async () => (await import('../money/budgets/budgets-page.tsx')).BudgetsPage,
  BudgetPage: async () => (await import('../money/budgets/budget-page.tsx')).BudgetPage,
  PortfolioPage: async () => (await import('../insight/portfolio/portfolio-page.tsx')).PortfolioPage,
  OpportunitiesPage: async () =>
    (await import('../insight/opportunities/opportunities-page.tsx')).OpportunitiesPage,
  ExplorePage: async () => (await import('../energy/curves/explore-page.tsx')).ExplorePage,
  ReportsPage: async () => (await import('../insight/reports/reports-page.tsx')).ReportsPage,
  GroupsPage: async () => (await import('../sites/groups/groups-page.tsx')).GroupsPage,
  NewGroupPage: async () => (await import('../sites/groups/edit-group-page.tsx')).NewGroupPage,
  GroupPage: async () => (await import('../sites/groups/group-page.tsx')).GroupPage,
  EditGroupPage: async () => (await import('../sites/groups/edit-group-page.tsx')).EditGroupPage,
  ApportionmentPage: async () => (await import('../sites/groups/apportionment-page.tsx')).ApportionmentPage,
  EnergyFlowPage: async () => (await import('../money/energy-flow/energy-flow-page.tsx')).EnergyFlowPage,
  CarbonPage: async () => (await import('../energy/carbon/carbon-page.tsx')).CarbonPage,
  RegisterMeterPage: async () =>
    (await import('../sites/registration/register-meter-page.tsx')).RegisterMeterPage,
  EditMeterPage: async () => (await import('../sites/meters/edit-meter/edit-meter-page.tsx')).EditMeterPage,
  EquipmentSystemsPage: async () =>
    (await import('../sites/meters/equipment-system/equipment-systems-page.tsx')).EquipmentSystemsPage,
  EquipmentSystemPage: async () =>
    (await import('../sites/meters/equipment-system/equipment-systems-page.tsx')).EquipmentSystemPage,
  MeterPage: async () => (await import('../energy/consumption/meter-page.tsx')).MeterPage,
  RegistersPage: async () => (await import('../telemetry/registers/registers-page.tsx')).RegistersPage,
  SupplyPage: async () => (await import('../telemetry/supply/supply-page.tsx')).SupplyPage,
  OutagesPage: async () => (await import('../telemetry/continuity/outages-page.tsx')).OutagesPage,
  CorrectionsPage: async () => (await import('../energy/past-imports/corrections-page.tsx')).CorrectionsPage,
  ImportPastPage: async () => (await import('../energy/past-imports/import-past-page.tsx')).ImportPastPage,
  HistoryPage: async () => (await import('../telemetry/readings/history-page.tsx')).HistoryPage,
  BillPage: async () => (await import('../money/bills/cycle-bill/bill-page.tsx')).BillPage,
  BillChangesPage: async () => (await import('../money/bills/bill-changes/changes-page.tsx')).ChangesPage,
  ContractPage: async () => (await import('../money/bills/contract/contract-page.tsx')).ContractPage,
  FoundContractPage: async () => (await import('../money/bills/found-contract/found-page.tsx')).FoundPage,
  TariffComparisonPage: async () =>
    (await import('../money/bills/tariff-comparison/tariff-comparison-page.tsx')).TariffComparisonPage,
  UtilityPage: async () => (await import('../money/bills/utility-bill/utility-page.tsx')).UtilityPage,
  FrozenBillPage: async () =>
    (await import('../money/bills/frozen-bill/frozen-bill-page.tsx')).FrozenBillPage,
  EstablishmentWizardPage: async () =>
    (await import('../sites/establishments/establishment-wizard-page.tsx')).EstablishmentWizardPage,
  VariablesPage: async () => (await import('../insight/savings/variables-page.tsx')).VariablesPage,
  ClientUsersPage: async () => (await import('../sites/client-users/client-users-page.tsx')).ClientUsersPage,
  GuestsPage: async () => (await import('../sites/client-users/client-users-page.tsx')).GuestsPage,
  InventoryPage: async () => (await import('../telemetry/inventory/inventory-page.tsx')).InventoryPage,
  ProvisionPage: async () =>
    (await import('../telemetry/inventory/provision/provision-page.tsx')).ProvisionPage,
  InventoryBoardPage: async () =>
    (await import('../telemetry/inventory/board/board-page.tsx')).InventoryBoardPage,
  TariffsPage: async () => (await import('../sites/tariffs/tariffs-page.tsx')).TariffsPage,
  NewTariffPage: async () => (await import('../sites/tariffs/edit-tariff-page.tsx')).NewTariffPage,
  FlagsPage: async () => (await import('../sites/tariffs/flags-page.tsx')).FlagsPage,
  FactorsPage: async () => (await import('../sites/tariffs/factors/factors-page.tsx')).FactorsPage,
  ImportPage: async () => (await import('../sites/tariffs/import-page.tsx')).ImportPage,
  TariffPage: async () => (await import('../sites/tariffs/tariff-page.tsx')).TariffPage,
  CorrectVersionPage: async () => (await import('../sites/tariffs/edit-tariff-page.tsx')).CorrectVersionPage,
  NewVersionPage: async () => (await import('../sites/tariffs/edit-tariff-page.tsx')).NewVersionPage,
  PeoplePage: async () => (await import('../people/admin-people/people-page.tsx')).PeoplePage,
  UpgradesPage: async () => (await import('../people/admin-people/upgrades-page.tsx')).UpgradesPage,
  AuditPage: async () => (await import('../people/admin-people/audit-page.tsx')).AuditPage,
  MailboxPage: async () => (await import('../people/admin-people/mailbox-page.tsx')).MailboxPage,
  StatusPage: async () => (await import('../operations/status/status-page.tsx')).StatusPage,
  AccountPage: async () => (await import('../people/account/account-page.tsx')).AccountPage,
  OwnDataPage: async () => (await import('../operations/own-data/own-data-page.tsx')).OwnDataPage,
  PrivacyPage: async () => (await import('../people/admin-people/privacy-page.tsx')).PrivacyPage,
  IntegrationsPage: async () =>
    (await import('../connections/integrations/integrations-page.tsx')).IntegrationsPage,
  NewIntegrationPage: async () =>
    (await import('../connections/integrations/new-integration-page.tsx')).NewIntegrationPage,
  LinksPage: async () => (await import('../connections/links/links-page.tsx')).LinksPage,
  HelpPage: async () => (await import('../operations/help/help-page.tsx')).HelpPage,
  FeedbackPage: async () => (await import('../people/feedback/feedback-page.tsx')).FeedbackPage,
} as const satisfies Record<string, () => Promise<ComponentType>>;

export type ScreenName = keyof typeof screenLoaders;
