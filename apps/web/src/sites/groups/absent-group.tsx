import { TextLink } from '../../shared/ui/marks/text-link.tsx';

/** The way out of a missing or inaccessible group. */
export const ABSENT_GROUP = { icon: 'grid', action: <TextLink to="/groups">Ver grupos</TextLink> } as const;
