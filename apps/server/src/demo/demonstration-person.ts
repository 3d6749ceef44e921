import type { Profile } from '@nascente/domain/people/profiles';

export interface DemonstrationPerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** YYYY-MM-DD */
  readonly birth: string | null;
  readonly gender: 'Male' | 'Female' | null;
  readonly profile: Profile;
}
