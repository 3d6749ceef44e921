import { matchPath } from 'react-router';

/** Which tour belongs to which screen; the words of the tours are loaded when one is opened. */
const places = {
  home: ['/home'],
  meters: ['/dashboard'],
  meter: ['/meter/:mac'],
  analysis: ['/meter/:mac'],
  history: ['/history/:mac'],
  bill: ['/bill/:id'],
  groups: ['/groups'],
  group: ['/groups/:id'],
  apportionment: ['/apportionment/:id'],
  'edit-meter': ['/editBoard/:mac'],
  'register-meter': ['/registerBoard'],
  establishment: ['/new/establishment', '/edit/establishment/:id'],
  account: ['/account'],
  'client-users': ['/users'],
} as const satisfies Record<string, readonly string[]>;

export type TourName = keyof typeof places;

export const tourNames = Object.keys(places) as readonly TourName[];

/** From the top of the screen downwards; none where there is nothing to be shown around. */
export const toursAt = (pathname: string): readonly TourName[] =>
  tourNames.filter((name) => places[name].some((path) => matchPath(path, pathname) !== null));
