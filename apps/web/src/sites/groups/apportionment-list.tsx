import type { ApportionedPart, Apportionment } from '@nascente/contract/money/apportionment';
import { moneyText, quantityText } from '../../shared/consumption/amount.ts';
import { completenessText } from '../../shared/consumption/completeness.ts';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { ShareRow } from './share-row.tsx';

const amountText = (amount: number | null): string => (amount === null ? '–' : moneyText(amount));

const addressOf = ({ kind, id, macAddress }: ApportionedPart): string | undefined => {
  if (kind === 'meter') return `/meter/${macAddress ?? ''}`;
  return kind === 'group' && id !== null ? `/groups/${id}` : undefined;
};

/** What the rest is made of, in words; what is nothing is not named. */
const restInWords = ({ rest, type }: Apportionment): string => {
  const parts = [
    ...(rest.unmeasured > 0 ? [`${quantityText(rest.unmeasured, type)} sem medidor próprio`] : []),
    ...(rest.fixed ? [`${moneyText(rest.fixed)} de itens fixos que não são rateados`] : []),
    ...(rest.unshared ? [`${moneyText(rest.unshared)} sem consumo que os explique`] : []),
  ];
  return parts.length === 0 ? 'nada ficou sem medidor próprio' : parts.join(' · ');
};

/** Completeness, and the energy of a part where its amount also has a share of other lines. */
const partInWords = ({ completeness, estimated, energy, amount }: ApportionedPart): string =>
  energy === null || amount === null || energy === amount
    ? completenessText(completeness, estimated)
    : `${moneyText(energy)} de energia e ${moneyText(amount - energy)} de itens rateados · ${completenessText(completeness, estimated)}`;

/** The parts, the largest first, and what none of them explains. */
export const ApportionmentList = ({ apportionment }: { readonly apportionment: Apportionment }) => {
  const { parts, rest, type } = apportionment;
  return (
    <ul className={rows.list} aria-label="Rateio" data-tour="apportionment-list">
      {parts.map((part) => (
        <ShareRow
          key={`${part.kind}-${part.id ?? ''}`}
          name={part.name}
          about={partInWords(part)}
          share={part.share}
          value={amountText(part.amount)}
          note={quantityText(part.total, type)}
          kind={part.kind === 'ungrouped' ? 'rest' : type}
          to={addressOf(part)}
        />
      ))}
      <ShareRow
        name="Restante"
        about={restInWords(apportionment)}
        share={rest.share}
        value={amountText(rest.amount)}
        note={quantityText(rest.unmeasured, type)}
        kind="rest"
      />
    </ul>
  );
};
