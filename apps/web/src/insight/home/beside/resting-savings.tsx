import { useRememberedHeight } from '../../../shared/session-state/remembered-height.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Loading, SkeletonBlock } from '../../../shared/ui/page/skeleton.tsx';

/** The room of the last savings on this device, so that the meters below do not move. */
export const RestingSavings = () => {
  const height = useRememberedHeight('savings');
  return (
    height !== null && (
      <Card title="Oportunidades">
        <Loading label="Carregando as oportunidades">
          <SkeletonBlock height={height} />
        </Loading>
      </Card>
    )
  );
};
