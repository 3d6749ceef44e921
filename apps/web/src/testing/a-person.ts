/** Somebody in an Admin's list of people. */
export const aPerson = {
  _id: 'p2',
  firstName: 'Rita',
  lastName: 'Lima',
  email: 'rita@oficina.test',
  cnpj: null,
  profile: 'user',
  managerId: null,
  active: true,
  disabled: false,
  createdAt: '2026-01-01T00:00:00Z',
  lastSeen: null,
  meters: 0,
  clientUsers: 0,
  secondStep: false,
  partner: null,
  broughtAccounts: 0,
};
