import type { Opportunities } from '@nascente/contract/insight/opportunities';
import { leakMacOf } from '@nascente/contract/insight/opportunity-kinds';
import { amountOf, roundedReais, titleOf } from '../../../shared/opportunities/opportunity-texts.ts';
import { SurenessDots } from '../../../shared/opportunities/sureness-dots.tsx';
import { useOpportunities } from '../../../shared/opportunities/use-opportunities.ts';
import { useRememberHeight } from '../../../shared/session-state/remembered-height.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import styles from './opportunities-card.module.css';
import { RestingSavings } from './resting-savings.tsx';

const BEST = 3;

/** The number of analysed establishments while the server works; null where no saving has an amount. */
const sumText = ({ perYear, looked: { done, of } }: Opportunities): string | null =>
  Math.round(perYear) === 0
    ? null
    : `${roundedReais(perYear)} por ano${done < of ? ` em ${done} de ${of} estabelecimentos` : ''}`;

export const OpportunitiesCard = () => {
  const { data } = useOpportunities();
  const best = (data?.opportunities ?? [])
    .filter(({ state }) => state === 'open' || state === 'accepted')
    .slice(0, BEST);
  const isPartial = data === undefined || data.looked.done < data.looked.of;
  const list = useRememberHeight('savings', !isPartial);
  if (data === undefined || best.length === 0) return isPartial ? <RestingSavings /> : null;
  return (
    <Card
      title="Oportunidades"
      qualifier={sumText(data)}
      action={<TextLink to="/opportunities">Ver todas</TextLink>}
    >
      <div ref={list}>
        <ul className={styles.best}>
          {best.map((one) => (
            <li key={`${one.establishment._id} ${one.kind} ${leakMacOf(one)}`}>
              <span>
                <b>{titleOf(one)}</b>
                <small>{one.establishment.name}</small>
              </span>
              <span className={styles.amount}>
                {amountOf(one)} {one.perYear !== null && <SurenessDots sureness={one.sureness} />}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
};
