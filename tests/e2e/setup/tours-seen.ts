const TOURS = [
  'home',
  'meters',
  'meter',
  'analysis',
  'history',
  'explore',
  'bill',
  'portfolio',
  'opportunities',
  'alerts',
  'reports',
  'groups',
  'group',
  'apportionment',
  'flow',
  'edit-meter',
  'register-meter',
  'establishment',
  'account',
  'integrations',
  'links',
  'client-users',
  'systems',
  'system',
  'feedback',
  'people',
  'upgrades',
  'audit',
  'mailbox',
  'status',
  'boards',
  'new-boards',
  'board',
  'tariffs',
  'new-tariff',
  'flags',
  'tariff-import',
  'tariff',
];

const remembered = (name: string, value: string) => ({ name: `nascente.${name}`, value });

/** What a browser remembers in which every guided tour was seen, so that none covers what is tested. */
export const toursSeen = (origin: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: TOURS.map((name) => remembered(`tutorial.${name}`, '2')) }],
});

/** The same of a browser in which somebody signed in before. */
export const toursSeenBy = (origin: string, { token }: { readonly token: string }) => {
  const [seen] = toursSeen(origin).origins;
  return {
    cookies: [],
    origins: [{ origin, localStorage: [...(seen?.localStorage ?? []), remembered('token', token)] }],
  };
};
