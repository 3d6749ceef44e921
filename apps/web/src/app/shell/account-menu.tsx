import { useOnDemand } from '../../shared/ui/use-on-demand.ts';
import { AccountButton } from './account-button.tsx';

const loadPopover = async () => (await import('./account-popover.tsx')).AccountPopover;

/** Who is signed in; how the screen looks and the way out are fetched when somebody reaches for them. */
export const AccountMenu = () => {
  const { Part: AccountPopover, whenReachedFor } = useOnDemand(loadPopover);
  if (AccountPopover) return <AccountPopover />;
  return <AccountButton aria-haspopup="dialog" aria-expanded={false} {...whenReachedFor} />;
};
