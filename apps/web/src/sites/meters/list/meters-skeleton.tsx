import { Loading, SkeletonRows } from '../../../shared/ui/page/skeleton.tsx';

/** The list of meters at rest. */
export const MetersSkeleton = () => (
  <Loading label="Carregando medidores">
    <SkeletonRows rows={6} />
  </Loading>
);
