import { readVersionUse } from '@nascente/contract/sites/tariff-versions';
import { readTariff } from '@nascente/contract/sites/tariffs';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { tariffName } from '../../shared/tariffs/tariff-words.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Loading, SkeletonFields } from '../../shared/ui/page/skeleton.tsx';
import { CorrectionForm } from './form/correction-form.tsx';
import { TariffFailed } from './tariff-failed.tsx';
import { TariffsFrame } from './tariffs-frame.tsx';
import { UseOfVersion } from './use-of-version.tsx';

const useCorrection = (id: string, validFrom: string) => {
  const tariff = useQuery({ ...queryFor(readTariff, { params: { id } }), refetchOnWindowFocus: false });
  const use = useQuery({ ...queryFor(readVersionUse, { params: { id, validFrom } }), staleTime: 0 });
  return { tariff, use, failed: [tariff, use].find(({ error }) => error !== null) };
};

/** The correction of prices that were mistyped, with the bills that it changes. */
export const CorrectVersionPage = () => {
  const { id = '', validFrom = '' } = useParams();
  const { tariff, use, failed } = useCorrection(id, validFrom);
  const version = tariff.data?.tax.versions.find((one) => one.validFrom === validFrom);
  return (
    <TariffsFrame title="Corrigir preços">
      <Card
        title={version ? `Preços a partir de ${formatDay(validFrom as CivilDate)}` : 'Corrigir preços'}
        qualifier={tariff.data && tariffName(tariff.data.tax)}
        action={<TextLink to={`/tariffs/${id}`}>Voltar à tarifa</TextLink>}
        span={8}
      >
        {failed && <TariffFailed query={failed} />}
        {(tariff.isPending || use.isPending) && !failed && (
          <Loading>
            <SkeletonFields fields={4} />
          </Loading>
        )}
        {tariff.data && !version && <EmptyState icon="coin">Não há preços a partir deste dia.</EmptyState>}
        {tariff.data && version && use.data && (
          <CorrectionForm tariff={tariff.data.tax} version={version} use={use.data.use} />
        )}
      </Card>
      {use.data && version && (
        <Card title="O que muda" span={4}>
          <UseOfVersion use={use.data.use} change="correction" />
        </Card>
      )}
    </TariffsFrame>
  );
};
