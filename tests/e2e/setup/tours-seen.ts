const TOURS = [
  'home',
  'meters',
  'meter',
  'history',
  'edit-meter',
  'register-meter',
  'establishment',
  'account',
  'client-users',
];

/** What a browser remembers in which every guided tour was seen, so that none covers what is tested. */
export const toursSeen = (origin: string) => ({
  cookies: [],
  origins: [
    { origin, localStorage: TOURS.map((name) => ({ name: `nascente.tutorial.${name}`, value: '2' })) },
  ],
});
