import { Card, CardColumn } from '../../../shared/ui/marks/card.tsx';
import { Loading, SkeletonBlock, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import { CycleSkeleton } from '../cycle/cycle-skeleton.tsx';

interface RestingCardsProps {
  /** Known meter kinds of the establishment; before that, the usual ones. */
  readonly hasEnergy?: boolean;
  readonly hasWater?: boolean;
}

export const RestingCards = ({ hasEnergy = true, hasWater = false }: RestingCardsProps) => (
  <>
    {hasEnergy && (
      <>
        <Card title="Fatura de energia" span={8}>
          <CycleSkeleton chartHeight={190} />
        </Card>
        <CardColumn span={4}>
          <Card title="Últimos seis meses">
            <Loading>
              <SkeletonBlock height={250} />
            </Loading>
          </Card>
          <Card title="Emissão de carbono">
            <Loading>
              <SkeletonLine width={8} size="stat" />
            </Loading>
          </Card>
        </CardColumn>
      </>
    )}
    {hasWater && (
      <Card title="Água">
        <CycleSkeleton chartHeight={150} />
      </Card>
    )}
  </>
);
