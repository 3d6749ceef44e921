import { Card } from '../../shared/ui/marks/card.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonBlock, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { UnitToggle } from '../../shared/ui/unit-toggle.tsx';
import { useUnit } from '../../shared/use-unit.ts';
import { BillSkeleton } from './bill/bill-skeleton.tsx';
import { LiveSkeleton } from './live/live-skeleton.tsx';
import { MeterIndex } from './meter-index.tsx';

/** The meter page's shape before the meter is known. */
export const MeterSkeleton = () => {
  const [unit, setUnit] = useUnit();
  return (
    <Page
      title="Medidor"
      overline={<SkeletonLine width={14} />}
      tags={<Tag dot>Conectando</Tag>}
      action={<UnitToggle value={unit} onChange={setUnit} />}
    >
      <MeterIndex kind="eletric" />
      <Card>
        <BillSkeleton />
      </Card>
      <Card title="Agora">
        <LiveSkeleton />
      </Card>
      <Card title="Dia" span={7}>
        <Loading>
          <SkeletonLine width={10} size="stat" />
          <SkeletonBlock height={250} />
        </Loading>
      </Card>
      <Card title="Mês" span={5}>
        <Loading>
          <SkeletonBlock height={290} />
        </Loading>
      </Card>
    </Page>
  );
};
