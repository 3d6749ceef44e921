import type { User } from '@nascente/contract/people/session';
import type { Board } from '@nascente/contract/sites/meters';

/**
 * Whether the person's meters justify a link to the establishment's bill. A bill covers the whole establishment: a
 * client with some tenants' meters could not see it.
 */
export const seesBill = (
  { profile }: Pick<User, 'profile'>,
  boards: readonly Pick<Board, 'isGeral'>[],
): boolean => profile !== 'client' || boards.some(({ isGeral }) => isGeral);
