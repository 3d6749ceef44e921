/** Profiles of accounts; 'client' is the read-only profile, a Manager's client user. */
export const profiles = ['user', 'Manager', 'Admin', 'partner', 'client'] as const;
export type Profile = (typeof profiles)[number];

/** As shown on screen; the names of Manager and Admin are given by the spec, section 1. */
const NAMES: Readonly<Record<Profile, string>> = {
  user: 'Usuário',
  Manager: 'Gestor',
  Admin: 'Administrador do Sistema',
  partner: 'Parceiro',
  client: 'Cliente',
};

export function isProfile(text: string): text is Profile {
  return profiles.some((profile) => profile === text);
}

export function profileName(profile: Profile): string {
  return NAMES[profile];
}

/** Most client users of one Manager (spec, section 9). */
export const MAX_CLIENT_USERS = 10;
