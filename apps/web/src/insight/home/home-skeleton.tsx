import { useUser } from '../../shared/session-state/signed-in.ts';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { UnitToggle } from '../../shared/ui/unit-toggle.tsx';
import { useUnit } from '../../shared/use-unit.ts';
import { RestingCards } from './beside/resting-cards.tsx';
import { RestingSwitch } from './establishments/resting-switch.tsx';
import { RestingNotices } from './notices/resting-notices.tsx';

/** Home's shape before its establishments are known. */
export const HomeSkeleton = () => {
  const { firstName } = useUser();
  const [unit, setUnit] = useUnit();
  return (
    <Page
      title={`Olá, ${firstName}`}
      overline={<SkeletonLine width={16} />}
      action={<UnitToggle value={unit} onChange={setUnit} />}
    >
      <RestingSwitch />
      <RestingNotices />
      <RestingCards />
    </Page>
  );
};
