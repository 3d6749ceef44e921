import { useOnDemand } from '../../shared/ui/use-on-demand.ts';
import { BellButton } from './bell-button.tsx';

const loadSheet = async () => (await import('./alert-sheet.tsx')).AlertSheet;

/** Counts the alerts; the newest of them are fetched when somebody reaches for them. */
export const AlertBell = () => {
  const { Part: AlertSheet, whenReachedFor } = useOnDemand(loadSheet);
  if (AlertSheet) return <AlertSheet />;
  return <BellButton aria-haspopup="dialog" aria-expanded={false} {...whenReachedFor} />;
};
