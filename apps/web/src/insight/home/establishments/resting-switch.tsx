import { useEffect } from 'react';
import { readPreference, writePreference } from '../../../shared/session-state/local-preference.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Loading, SkeletonBlock, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import classes from './establishment-switch.module.css';
import { MAX_SIDE_BY_SIDE } from './establishment-switch.tsx';

const TOOLBAR_HEIGHT = 44;
/** No window shows more of a line. */
const MAX_RESTING = 12;
const nameFor = (account: string): string => `establishments.${account}`;

/** Keeps in mind on this device how many establishments this person has. */
export const useRememberEstablishments = (count: number): void => {
  const { _id } = useUser();
  useEffect(() => writePreference(nameFor(_id), String(count)), [_id, count]);
};

/** The room of the choice among as many establishments as there were last time, so that nothing moves when they come. */
export const RestingSwitch = () => {
  const count = Number(readPreference(nameFor(useUser()._id)) ?? 0);
  if (!(count > 1)) return null;
  const isMany = count > MAX_SIDE_BY_SIDE;
  return (
    <Loading label="Carregando os estabelecimentos">
      {isMany && <SkeletonBlock height={TOOLBAR_HEIGHT} />}
      <div className={classes.switch} data-many={isMany}>
        {Array.from({ length: Math.min(count, MAX_RESTING) }, (_, index) => String(index)).map((index) => (
          <div key={index} className={classes.choice}>
            <SkeletonLine width={14} />
            <span className={classes.figures}>
              <SkeletonLine width={12} size="small" />
            </span>
          </div>
        ))}
      </div>
    </Loading>
  );
};
