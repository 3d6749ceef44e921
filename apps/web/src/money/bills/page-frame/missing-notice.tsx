import { readContract } from '@nascente/contract/money/billing-terms';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { assumedOf } from '../contract/contract-texts.ts';
import { searchOf, useBillAddress, useUtility } from './bill-address.ts';
import classes from './missing-notice.module.css';

interface MissingNoticeProps {
  readonly missing: readonly string[];
  /** Whether the contract lacks terms the bill does not report, such as generation. */
  readonly isContractShort?: boolean;
}

/** Readings and flags cannot be entered in a contract; assumed terms can. */
const useIsIncomplete = (): boolean => {
  const { id } = useBillAddress();
  const type = useUtility();
  const { data } = useQuery(queryFor(readContract, { params: { id }, query: { type } }));
  return data !== undefined && assumedOf(data.contract).length > 0;
};

/** Missing parts of a bill, with a link to the contract where it can supply them. */
export const MissingNotice = ({ missing, isContractShort = false }: MissingNoticeProps) => {
  const mayEditEstablishment = useMay('edit-establishment');
  const { paths } = useBillAddress();
  const search = searchOf(useUtility());
  const isIncomplete = useIsIncomplete() || isContractShort;
  if (missing.length === 0) return null;
  const mayComplete = mayEditEstablishment && isIncomplete;
  return (
    <Notice
      tone="info"
      title={missing.length === 1 ? 'Falta algo para a fatura exata.' : 'O que falta para a fatura exata:'}
      action={mayComplete && <TextLink to={`${paths.contract}${search}`}>Completar o contrato</TextLink>}
    >
      {missing.length === 1 ? (
        missing[0]
      ) : (
        <ul className={classes.list}>
          {missing.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
};
