import type { Board } from '@nascente/contract/sites/meters';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import styles from './meter-section.module.css';

/** The ways to what changes a meter's past. */
export const PastCard = ({ board: { macAddress: mac } }: { readonly board: Board }) => (
  <Card title="Dados passados">
    <div className={styles.section}>
      <p>Leituras erradas podem deixar de contar, e o que outro sistema mediu pode ser importado.</p>
      <TextLink to={`/meter/${mac}/corrections`}>Corrigir leituras</TextLink>
      <TextLink to={`/meter/${mac}/import`}>Importar dados passados</TextLink>
    </div>
  </Card>
);
