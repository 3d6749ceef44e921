import { readEmissions } from '@nascente/contract/establishments';
import { formatNumber } from '@nascente/domain/units/format';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { BigNumber } from '../../shared/ui/big-number.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Loading, SkeletonLine } from '../../shared/ui/skeleton.tsx';
import classes from './emissions-card.module.css';

/** Carbon of the current cycle, with the factor and its year: the number says where it comes from. */
export const EmissionsCard = ({ establishmentId }: { readonly establishmentId: string }) => {
  const { data, error, refetch, isFetching } = useQuery(
    queryFor(readEmissions, { params: { id: establishmentId } }),
  );
  if (error !== null && data === undefined) {
    return (
      <Card title="Emissão de carbono">
        <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
      </Card>
    );
  }
  return (
    <Card title="Emissão de carbono">
      <div className={classes.row}>
        <span className={classes.badge}>
          <Icon name="leaf" />
        </span>
        {data === undefined ? (
          <Loading label="Carregando a emissão de carbono">
            <SkeletonLine width={8} size="stat" />
            <SkeletonLine width={28} />
          </Loading>
        ) : (
          <div>
            <BigNumber value={formatNumber(data.data.kgCO2, 1)} unit="kg CO₂" />
            <p className={classes.note}>
              neste ciclo · fator {formatNumber(data.data.factor, 4)} kg/kWh ({data.data.year})
            </p>
          </div>
        )}
      </div>
    </Card>
  );
};
