import { Button } from '@mantine/core';
import type { Establishment } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { billingCycleAt } from '@nascente/domain/base/time/billing-cycle';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { useId, useState } from 'react';
import { useTodayOfFigures } from '../../../shared/consumption/use-now.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { nameOf } from '../../../shared/establishment-name.ts';
import { useInView } from '../../../shared/meter-list/use-in-view.ts';
import { useScreenExists } from '../../../shared/screen-paths.tsx';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import { CycleCards, EditLink } from './establishment-cards.tsx';
import { EstablishmentFigures } from './establishment-figures.tsx';
import classes from './other-establishments.module.css';

interface OtherProps {
  readonly establishment: Establishment;
  readonly boards: readonly Board[];
  readonly unit: Unit;
  readonly onChoose: (id: string) => void;
}

const periodText = ({ billReadDate }: Establishment, today: CivilDate): string => {
  const { first, last } = billingCycleAt(today, billReadDate);
  return formatDayRange(first, last);
};

const Other = ({ establishment, boards, unit, onChoose }: OtherProps) => {
  const [isOpen, setOpen] = useState(false);
  const [element, { wasInView }] = useInView<HTMLElement>();
  const today = useTodayOfFigures(zoneOf(establishment));
  const content = useId();
  const name = nameOf(establishment);
  return (
    <section ref={element} className={classes.other} aria-label={name}>
      <div className={classes.folded}>
        <button
          type="button"
          className={classes.line}
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <span className={classes.name}>{name}</span>
          <span className={classes.figures}>
            {boards.length === 0 && <span>{periodText(establishment, today)}</span>}
            {wasInView ? (
              <EstablishmentFigures id={establishment._id} boards={boards} unit={unit} hasAverage />
            ) : (
              <SkeletonLine width={12} size="small" />
            )}
          </span>
        </button>
        {boards.length === 0 && (
          <p className={classes.edit}>
            <EditLink establishment={establishment} />
          </p>
        )}
      </div>
      <div id={content} className={classes.whole} hidden={!isOpen}>
        {isOpen && (
          <>
            <CycleCards establishment={establishment} boards={boards} unit={unit} today={today} isOther />
            <p>
              <Button variant="default" onClick={() => onChoose(establishment._id)}>
                Ver tudo de {name}
              </Button>
            </p>
          </>
        )}
      </div>
    </section>
  );
};

const PORTFOLIO = '/portfolio';

interface OtherEstablishmentsProps {
  readonly establishments: readonly Establishment[];
  readonly boardsOf: (establishment: Establishment) => readonly Board[];
  readonly unit: Unit;
  readonly onChoose: (id: string) => void;
}

export const OtherEstablishments = (props: OtherEstablishmentsProps) => {
  const { establishments, boardsOf, unit, onChoose } = props;
  const maySeeEveryCustomer = useMay('see-every-customer');
  const hasPortfolio = useScreenExists(PORTFOLIO) && !maySeeEveryCustomer;
  if (establishments.length === 0) return null;
  return (
    <section className={classes.others} aria-labelledby="other-establishments">
      <div className={classes.head}>
        <h2 id="other-establishments" className={classes.title}>
          Outros estabelecimentos
        </h2>
        {hasPortfolio && <TextLink to={PORTFOLIO}>Todos os estabelecimentos</TextLink>}
      </div>
      {establishments.map((establishment) => (
        <Other
          key={establishment._id}
          establishment={establishment}
          boards={boardsOf(establishment)}
          unit={unit}
          onChoose={onChoose}
        />
      ))}
    </section>
  );
};
