/** Profiles of accounts; 'client' is the read-only profile, a Manager's client user. */
export const profiles = ['user', 'Manager', 'Admin', 'partner', 'client'] as const;
export type Profile = (typeof profiles)[number];

/** Names on screen; spec, section 1, prescribes those of Manager and Admin. */
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

/** Maximum number of client users of a Manager (spec, section 9). */
export const MAX_CLIENT_USERS = 10;
