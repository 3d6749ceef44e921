import { automaticTargets, toursAt } from '../../operations/tutorial/tour-names.ts';
import styles from './tour-offer.module.css';

interface TourOfferProps {
  readonly pathname: string;
  readonly onOpen: () => void;
}

/** Where the tour of a screen does not open by itself, it waits below the screen. */
export const TourOffer = ({ pathname, onOpen }: TourOfferProps) => {
  const [first] = toursAt(pathname);
  if (first === undefined || automaticTargets(first).length > 0) return null;
  return (
    <div className={styles.offer}>
      <button type="button" onClick={onOpen}>
        Conheça esta tela
      </button>
    </div>
  );
};
