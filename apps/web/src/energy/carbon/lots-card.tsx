import { Button } from '@mantine/core';
import { type Carbon, type IrecLotJson, readCarbon, removeIrecLot } from '@nascente/contract/energy/carbon';
import { useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import styles from './carbon.module.css';
import { mwhText, spanText } from './carbon-texts.ts';
import { LotDialog } from './lot-dialog.tsx';

const KWH_PER_MWH = 1000;

interface LotProps {
  readonly lot: IrecLotJson;
  /** `null`: the user may not change lots. */
  readonly onRemove: (() => void) | null;
}

const Lot = ({ lot, onRemove }: LotProps) => (
  <li>
    <div className={rows.about}>
      <b>
        {mwhText(lot.mwh)} · {spanText(lot)}{' '}
        {lot.excess > 0 && <Tag tone="warn">excede o consumo em {mwhText(lot.excess)}</Tag>}
      </b>
      <small>Certificado {lot.certificate}</small>
      {lot.by !== null && <small>Lançado por {lot.by}</small>}
    </div>
    {onRemove !== null && (
      <IconButton icon="trash" label={`Remover o certificado ${lot.certificate}`} onClick={onRemove} />
    )}
  </li>
);

interface LotsCardProps {
  readonly id: string;
  readonly carbon: Carbon;
}

/** Certificates that the market-based method takes off. */
export const LotsCard = ({ id, carbon }: LotsCardProps) => {
  const mayEdit = useMay('edit-establishment');
  const [isAdding, setAdding] = useState(false);
  const { ask, question } = useQuestion();
  const { lots, free, year } = carbon;
  const askRemoval = ({ id: lotId, certificate }: IrecLotJson) =>
    ask({
      title: `Remover o certificado ${certificate}?`,
      confirm: 'Remover',
      text: <p>O consumo que ele abate volta a contar no método por mercado.</p>,
      call: () => request(removeIrecLot, { params: { id, lotId } }),
      outdates: [[readCarbon.name]],
      done: 'Certificado removido.',
    });
  return (
    <Card
      tour="carbon-lots"
      title="Certificados I-REC"
      terms={['i-rec']}
      qualifier={`livre para abater em ${year}: ${mwhText(Math.floor(free) / KWH_PER_MWH)}`}
    >
      {lots.length === 0 && (
        <EmptyState icon="leaf">Nenhum certificado abate o consumo de {year}.</EmptyState>
      )}
      {lots.some(({ excess }) => excess > 0) && (
        <p className={styles.note}>
          O que excede o consumo não conta. Isso acontece quando uma correção reduz o consumo depois do
          lançamento.
        </p>
      )}
      <ul className={`${rows.list} ${rows.acts}`} aria-label="Certificados">
        {lots.map((lot) => (
          <Lot key={lot.id} lot={lot} onRemove={mayEdit ? () => askRemoval(lot) : null} />
        ))}
      </ul>
      {mayEdit && (
        <div className={styles.actions}>
          <Button variant="default" onClick={() => setAdding(true)}>
            Lançar certificado
          </Button>
        </div>
      )}
      {isAdding && <LotDialog id={id} year={year} onClose={() => setAdding(false)} />}
      {question}
    </Card>
  );
};
