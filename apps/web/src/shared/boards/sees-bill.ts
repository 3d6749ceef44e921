import type { User } from '@nascente/contract/people/session';
import type { Board } from '@nascente/contract/sites/meters';

/**
 * Whether somebody is led to the bill of an establishment, by those of its meters that they see. A bill is of everything
 * that is measured there: a client with some tenants' meters would be led to a page that can only say so.
 */
export const seesBill = (
  { profile }: Pick<User, 'profile'>,
  boards: readonly Pick<Board, 'isGeral'>[],
): boolean => profile !== 'client' || boards.some(({ isGeral }) => isGeral);
