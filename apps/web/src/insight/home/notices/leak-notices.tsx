import { leakText } from '../../../shared/consumption/leak-words.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './notices.module.css';
import { useRememberNotices } from './resting-notices.tsx';
import type { LeakingMeter } from './use-leaks.ts';

/** A warning for every water meter whose nights show a leak; nothing while all is well, or not known. */
export const LeakNotices = ({ leaking }: { readonly leaking: readonly LeakingMeter[] }) => {
  const list = useRememberNotices(leaking.length);
  if (leaking.length === 0) return null;
  return (
    <div ref={list} className={classes.notices}>
      {leaking.map(({ board, leak }) => (
        <Notice
          key={board.macAddress}
          tone="bad"
          brief
          title={`Possível vazamento: ${board.name}.`}
          action={<TextLink to={`/meter/${board.macAddress}`}>Ver medidor</TextLink>}
        >
          {leakText(leak)}
        </Notice>
      ))}
    </div>
  );
};
