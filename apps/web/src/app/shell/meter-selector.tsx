import { useQuery } from '@tanstack/react-query';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { useOnDemand } from '../../shared/ui/use-on-demand.ts';
import { MeterButton } from './meter-button.tsx';
import { useMeterOnScreen } from './use-meter-on-screen.ts';

const loadMenu = async () => (await import('./meter-menu.tsx')).MeterMenu;

/** Beside those that press every button. */
const OPENING_KEYS = ['ArrowDown', 'ArrowUp'];

/** Which meter is on screen, and the way to any other; the list is fetched when somebody reaches for it. */
export const MeterSelector = () => {
  const current = useMeterOnScreen();
  const { data } = useQuery(metersQuery);
  const boards = data?.installationsMeter ?? [];
  const { Part: MeterMenu, show, whenReachedFor } = useOnDemand(loadMenu);
  if (MeterMenu) return <MeterMenu boards={boards} current={current} />;
  return (
    <MeterButton
      boards={boards}
      current={current}
      aria-haspopup="listbox"
      {...whenReachedFor}
      onKeyDown={({ key }) => {
        if (OPENING_KEYS.includes(key)) show();
      }}
    />
  );
};
