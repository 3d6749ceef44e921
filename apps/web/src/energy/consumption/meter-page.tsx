import { MeterGate } from '../../shared/meter-gate.tsx';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { FoldingPage } from '../../shared/ui/page/folding.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonBlock, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { UnitToggle } from '../../shared/ui/unit-toggle.tsx';
import { useUnit } from '../../shared/use-unit.ts';
import { BillSkeleton } from './bill/bill-card.tsx';
import classes from './live/live-card.module.css';
import { MeterIndex } from './meter-index.tsx';
import { MeterScreen } from './meter-screen.tsx';

const PHASES = ['A', 'B', 'C'] as const;

const LiveSkeleton = () => (
  <Loading>
    <div className={classes.live} data-columns={PHASES.length}>
      <div className={classes.total}>
        <SkeletonLine width={10} size="small" />
        <SkeletonLine width={6} size="page" />
        <SkeletonBlock height={56} />
        <SkeletonLine width={12} size="small" />
        <SkeletonLine width={18} size="small" />
      </div>
      {PHASES.map((phase) => (
        <div key={phase} className={classes.resting}>
          <SkeletonLine width={6} size="small" />
          <SkeletonLine width={8} size="stat" />
          <SkeletonBlock height={72} />
        </div>
      ))}
    </div>
  </Loading>
);

const MeterSkeleton = () => {
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

export const MeterPage = () => {
  const { _id: accountId } = useUser();
  return (
    <MeterGate title="Medidor" skeleton={<MeterSkeleton />}>
      {(board, mac) => (
        <FoldingPage name={`meter.${accountId}`}>
          <MeterScreen board={board} mac={mac} />
        </FoldingPage>
      )}
    </MeterGate>
  );
};
