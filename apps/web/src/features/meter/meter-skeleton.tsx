import { Card } from '../../shared/ui/card.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Loading, SkeletonBlock, SkeletonLine } from '../../shared/ui/skeleton.tsx';
import { Stat, StatList } from '../../shared/ui/stat-list.tsx';

const STATS = ['Fatura', 'Média diária', 'Previsão Fatura'] as const;

/** The meter page's shape before the meter is known. */
export const MeterSkeleton = () => (
  <Page title="Medidor">
    <Card>
      <Loading label="Carregando o medidor">
        <StatList>
          {STATS.map((label) => (
            <Stat key={label} label={label}>
              <SkeletonLine width={8} size="stat" />
            </Stat>
          ))}
        </StatList>
      </Loading>
    </Card>
    <Card title="Agora">
      <Loading>
        <SkeletonLine width={8} size="page" />
        <SkeletonBlock height={96} />
      </Loading>
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
