import type { User } from '@nascente/contract/people/session';
import { may } from '@nascente/domain/people/permissions';
import { screens } from './screens.ts';

/** The drawer's entries for someone, with a meter on screen or none. Apart from the routes, which load earlier. */
export const menuFor = (
  { profile }: Pick<User, 'profile'>,
  mac: string | null,
  { hasSeveral = false }: { readonly hasSeveral?: boolean } = {},
) =>
  screens.flatMap(({ path, menu }) => {
    if (!menu || (menu.isForSeveral && !hasSeveral) || (menu.permission && !may(profile, menu.permission)))
      return [];
    const to = menu.target ? menu.target(mac) : path;
    return to === null ? [] : [{ to, label: menu.label, icon: menu.icon }];
  });
