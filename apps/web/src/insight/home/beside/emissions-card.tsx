import type { AnswerOf } from '@nascente/contract/base/call';
import { readEmissions } from '@nascente/contract/sites/establishments';
import { formatNumber } from '@nascente/domain/base/units/format';
import { estimatedText } from '@nascente/domain/energy/consumption/partly-measured';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { FactorChoice, useFactors } from '../../../shared/consumption/factor-choice.tsx';
import { Hinted } from '../../../shared/glossary/hinted.tsx';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import classes from './emissions-card.module.css';

type Emissions = AnswerOf<typeof readEmissions>['data'];

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'] as const;

/** 'nov/2025', or '2024' where a year's mean replaces an unpublished month. */
const sourceOf = ({ factorYear, factorMonth }: Emissions['months'][number]): string =>
  factorMonth === null ? `${factorYear}` : `${MONTHS[factorMonth - 1]}/${factorYear}`;

const noteOf = ({ factor, months, estimated }: Emissions): string => {
  const sources = [...new Set(months.map(sourceOf))].join(' e ');
  const note = `neste ciclo · fator ${formatNumber(factor, 4)} kg/kWh (${sources})`;
  return [note, estimatedText(estimated) ?? []].flat().join(' · ');
};

const isUnknown = ({ completeness, estimated }: Emissions): boolean =>
  completeness === 0 && estimatedText(estimated) === null;

export const EmissionsCard = ({ establishmentId }: { readonly establishmentId: string }) => {
  const [factors, chooseFactors] = useFactors();
  const { data, error, refetch, isFetching } = useQuery(
    queryFor(readEmissions, { params: { id: establishmentId }, query: { factors } }),
  );
  if (error !== null && data === undefined) {
    return (
      <Card title="Emissão de carbono">
        <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
      </Card>
    );
  }
  return (
    <Card
      tour="home-carbon"
      title="Emissão de carbono"
      action={<FactorChoice value={factors} onChange={chooseFactors} />}
    >
      <div className={classes.row}>
        <span className={classes.badge}>
          <Icon name="leaf" />
        </span>
        {data === undefined ? (
          <Loading label="Carregando a emissão de carbono">
            <SkeletonLine width={8} size="stat" />
            <SkeletonLine width={22} size="small" />
          </Loading>
        ) : (
          <div>
            {isUnknown(data.data) ? (
              // Unmeasured consumption has no emissions.
              <BigNumber value="–" />
            ) : (
              <BigNumber value={formatNumber(data.data.kgCO2, 1)} unit="kg CO₂" />
            )}
            <div className={classes.note}>
              <Hinted of="emissão de carbono" terms={['carbono']}>
                {noteOf(data.data)}
              </Hinted>
            </div>
            <TextLink to={`/carbon/${establishmentId}`}>Por mês e com certificados</TextLink>
          </div>
        )}
      </div>
    </Card>
  );
};
