import { may } from '@nascente/domain/people/permissions';
import { useUser } from '../../shared/signed-in.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { useBillAddress } from './bill-address.ts';
import classes from './missing-notice.module.css';
import { searchOf, useUtility } from './use-utility.ts';

interface MissingNoticeProps {
  /** Sentences of the server, fit to be shown as they are. */
  readonly missing: readonly string[];
  readonly completeness: number;
}

/** What a bill lacks, and the way to put it right: readings cannot be typed, the contract can. */
export const MissingNotice = ({ missing, completeness }: MissingNoticeProps) => {
  const { profile } = useUser();
  const { paths } = useBillAddress();
  const search = searchOf(useUtility());
  if (missing.length === 0) return null;
  const isReadingsAlone = missing.length === 1 && completeness < 1;
  const mayComplete = may(profile, 'edit-establishment') && !isReadingsAlone;
  return (
    <Notice
      tone="info"
      title={missing.length === 1 ? 'Falta algo para a conta exata.' : 'O que falta para a conta exata:'}
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
