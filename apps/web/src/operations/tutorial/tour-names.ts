import type { CountedTour } from '@nascente/contract/people/account';
import { matchPath } from 'react-router';

/** The screen of each tour; texts load when a tour opens. */
const paths = {
  home: ['/home'],
  meters: ['/dashboard'],
  meter: ['/meter/:mac'],
  analysis: ['/meter/:mac'],
  supply: ['/meter/:mac/quality'],
  outages: ['/outages/:id'],
  history: ['/history/:mac'],
  bill: ['/bill/:id'],
  portfolio: ['/portfolio'],
  opportunities: ['/opportunities'],
  budgets: ['/budgets'],
  budget: ['/budgets/:kind/:id'],
  explore: ['/explore'],
  alerts: ['/alerts'],
  reports: ['/reports'],
  groups: ['/groups'],
  group: ['/groups/:id'],
  apportionment: ['/apportionment/:id'],
  flow: ['/flow/:id'],
  carbon: ['/carbon/:id'],
  'edit-meter': ['/editBoard/:mac'],
  'register-meter': ['/registerBoard'],
  establishment: ['/new/establishment', '/edit/establishment/:id'],
  variables: ['/edit/establishment/:id/variables'],
  account: ['/account'],
  'own-data': ['/account/data'],
  integrations: ['/account/integrations'],
  links: ['/account/links'],
  'client-users': ['/users', '/guests'],
  systems: ['/system'],
  system: ['/system/:system'],
  feedback: ['/feedback'],
  people: ['/people'],
  upgrades: ['/people/upgrades'],
  audit: ['/people/audit'],
  privacy: ['/people/privacy'],
  mailbox: ['/people/mailbox'],
  status: ['/status'],
  boards: ['/boards'],
  'new-boards': ['/boards/new'],
  board: ['/boards/:mac'],
  tariffs: ['/tariffs'],
  'new-tariff': ['/tariffs/new'],
  flags: ['/tariffs/flags'],
  factors: ['/tariffs/factors'],
  'tariff-import': ['/tariffs/import'],
  tariff: ['/tariffs/:id'],
} as const satisfies Record<string, readonly string[]>;

export type TourName = keyof typeof paths;

export type AutomaticTour = Exclude<CountedTour, 'none'> & TourName;

/** Screens of the specification open these steps by themselves; other tours wait for a request. */
const AUTOMATIC: Readonly<Record<AutomaticTour, readonly string[]>> = {
  home: ['menu', 'home-cycle', 'home-meters'],
  meters: ['meters-shown', 'meters-view', 'meters-list'],
  meter: ['meter-selector', 'meter-live', 'meter-day'],
  history: ['history-period', 'history-table', 'history-export'],
  'edit-meter': ['edit-meter-name', 'tariff', 'edit-meter-save'],
  'register-meter': ['register-mac', 'register-establishment', 'register-save'],
  establishment: ['wizard-steps', 'wizard-location', 'wizard-next'],
  account: ['account-data', 'account-second-step', 'account-sessions'],
  'client-users': ['clients-list', 'clients-form', 'clients-access'],
  system: ['system-meters', 'system-others'],
  feedback: ['feedback-title', 'feedback-body', 'feedback-send'],
};

export const isAutomatic = (name: TourName): name is AutomaticTour => name in AUTOMATIC;

export const automaticTargets = (name: TourName): readonly string[] =>
  isAutomatic(name) ? AUTOMATIC[name] : [];

export const tourNames = Object.keys(paths) as readonly TourName[];

const varies = (path: string): boolean => path.includes(':');

/** Tours of a screen from top to bottom. A fixed address, such as /boards/new, does not match a pattern with a parameter. */
export const toursAt = (pathname: string): readonly TourName[] => {
  const found = tourNames.flatMap((name) =>
    paths[name].filter((path) => matchPath(path, pathname) !== null).map((path) => ({ name, path })),
  );
  const hasOwn = found.some(({ path }) => !varies(path));
  return found.filter(({ path }) => !(hasOwn && varies(path))).map(({ name }) => name);
};
