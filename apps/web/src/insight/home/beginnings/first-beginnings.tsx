import type { Establishment } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { beginningsOf, NOTHING_MORE } from './beginnings.ts';
import { BeginningsCard } from './beginnings-card.tsx';
import { useBeginningsShown } from './beginnings-over.ts';

interface FirstBeginningsProps {
  readonly establishments: readonly Establishment[];
  readonly boards: readonly Board[];
}

/** What an account does before it has figures, above where they will stand. */
export const FirstBeginnings = ({ establishments, boards }: FirstBeginningsProps) => {
  const [isShown, end] = useBeginningsShown();
  return isShown && <BeginningsCard steps={beginningsOf(establishments, boards, NOTHING_MORE)} onEnd={end} />;
};
