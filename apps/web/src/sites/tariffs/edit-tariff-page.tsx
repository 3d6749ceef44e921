import { readTariff } from '@nascente/contract/sites/tariffs';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { tariffName } from '../../shared/tariffs/tariff-texts.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { SkeletonFields } from '../../shared/ui/page/skeleton.tsx';
import { TariffForm } from './form/tariff-form.tsx';
import { ABSENT, TariffsFrame } from './tariffs-frame.tsx';

export const NewTariffPage = () => (
  <TariffsFrame title="Nova tarifa">
    <Card title="Nova tarifa" span={8} tour="new-tariff-form">
      <TariffForm tariff={null} />
    </Card>
  </TariffsFrame>
);

export const NewVersionPage = () => {
  const { id = '' } = useParams();
  const tariff = useQuery({ ...queryFor(readTariff, { params: { id } }), refetchOnWindowFocus: false });
  return (
    <TariffsFrame title="Nova versão">
      <Card
        title="Nova versão"
        qualifier={tariff.data && tariffName(tariff.data.tax)}
        action={<TextLink to={`/tariffs/${id}`}>Voltar à tarifa</TextLink>}
        span={8}
      >
        <Answer query={tariff} rest={<SkeletonFields fields={4} />} absent={ABSENT}>
          {(answer) => <TariffForm tariff={answer.tax} />}
        </Answer>
      </Card>
    </TariffsFrame>
  );
};
