import { Loading, SkeletonRows } from '../../../shared/ui/skeleton.tsx';

/** The list of meters at rest. */
export const MetersSkeleton = () => (
  <Loading label="Carregando medidores">
    <SkeletonRows rows={6} />
  </Loading>
);
