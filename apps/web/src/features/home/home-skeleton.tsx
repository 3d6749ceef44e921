import { useUser } from '../../shared/signed-in.ts';
import { Card, CardColumn } from '../../shared/ui/card.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Loading, SkeletonBlock, SkeletonLine } from '../../shared/ui/skeleton.tsx';
import { UnitToggle } from '../../shared/ui/unit-toggle.tsx';
import { useUnit } from '../../shared/use-unit.ts';
import { CycleSkeleton } from './cycle-skeleton.tsx';
import { RestingSwitch } from './resting-switch.tsx';

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
      <Card title="Conta de energia" span={8}>
        <CycleSkeleton chartHeight={190} />
      </Card>
      <CardColumn span={4}>
        <Card title="Últimos seis meses">
          <Loading>
            <SkeletonBlock height={190} />
          </Loading>
        </Card>
        <Card title="Emissão de carbono">
          <Loading>
            <SkeletonLine width={8} size="stat" />
          </Loading>
        </Card>
      </CardColumn>
    </Page>
  );
};
