import { formatNumber, formatReais } from '@nascente/domain/base/units/format';
import { WINDOWS_OF_WEEK } from '@nascente/domain/telemetry/supply/supply-windows';
import { useState } from 'react';
import { DecimalField } from '../../shared/forms/fields/decimal-field.tsx';
import { reaisOf } from '../../shared/forms/fields/decimal-input.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import styles from './supply.module.css';
import { shareText } from './supply-texts.ts';

/** Above 1 kV the limits apply at the delivery point, where no meter stands. */
export const NoCompensationCard = () => (
  <Card tour="supply-compensation" title="Compensação" qualifier="não avaliada" terms={['drp-drc']}>
    <div className={styles.compensation}>
      <p>
        <b>Sem indicação para o grupo A.</b> A distribuidora entrega acima de 1 kV, e os limites do PRODIST
        para essa tensão são outros e valem no ponto de entrega. Este medidor mede depois do transformador.
      </p>
      <p className={styles.note}>
        Por isso os limites desta página são os da baixa tensão: mostram o que chega aos seus aparelhos, e não
        se a distribuidora deve compensar. O ajuste do transformador também muda estes números. Para reclamar,
        peça à distribuidora a medição no ponto de entrega.
      </p>
    </div>
  </Card>
);

const Owed = ({ compensation }: { readonly compensation: number }) => {
  const [typed, setTyped] = useState('');
  const charge = reaisOf(typed);
  return (
    <>
      <p>
        Com estes indicadores, a distribuidora deveria devolver <b>{shareText(compensation)}</b> do encargo de
        uso da rede (TUSD) do mês
        {charge !== null && (
          <>
            : <b>{formatReais(Number(charge) * compensation)}</b>
          </>
        )}
        . Vale todo mês até que a tensão seja corrigida.
      </p>
      <DecimalField
        className={styles.charge ?? ''}
        label="TUSD na fatura do mês (R$)"
        description="Some as linhas de TUSD, com tributos."
        placeholder="0,00"
        value={typed}
        error={typed.trim() !== '' && charge === null && 'Digite um valor em reais, como 1.234,56.'}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
    </>
  );
};

const Compensation = ({ compensation }: CompensationCardProps) => {
  if (compensation === null)
    return (
      <p>
        <b>Ainda não se sabe.</b> A compensação sai de {formatNumber(WINDOWS_OF_WEEK, 0)} leituras válidas de
        10 minutos, e esta semana não tem todas.
      </p>
    );
  if (compensation > 0) return <Owed compensation={compensation} />;
  return (
    <p>
      <b>Nada a compensar.</b> A distribuidora deve quando a tensão precária passa de 3% das leituras, ou a
      crítica de 0,5%.
    </p>
  );
};

interface CompensationCardProps {
  /** Share of the charge; null with too few readings. */
  readonly compensation: number | null;
}

/** The distributor's compensation for the month, by an instrument without certification. */
export const CompensationCard = ({ compensation }: CompensationCardProps) => (
  <Card
    tour="supply-compensation"
    title="Compensação"
    qualifier="uma indicação"
    terms={['drp-drc', 'tusd-te']}
  >
    <div className={styles.compensation}>
      <Compensation compensation={compensation} />
      <p className={styles.note}>
        O medidor não é um instrumento certificado (classe A ou S): estes números mostram se vale a pena
        reclamar. Quem reclama pede à distribuidora a medição oficial da tensão, de sete dias, e é por ela que
        se compensa.
      </p>
    </div>
  </Card>
);
