import { Button } from '@mantine/core';
import { createContext, useContext } from 'react';
import styles from './tour-of-part.module.css';

/** Opens a tour by name; null outside the shell. */
const OpenTour = createContext<((name: string) => void) | null>(null);
export const OpenTourProvider = OpenTour.Provider;

/** The navigation state that opens the tour of a screen. */
export const tourWanted = { isTourWanted: true };
export const isTourWanted = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isTourWanted' in state;

interface TourOfPartProps {
  /** The subject of the part. */
  readonly title: string;
  readonly tour: string;
}

/** Heads a part of a long screen and offers its tour, which never opens by itself. */
export const TourOfPart = ({ title, tour }: TourOfPartProps) => {
  const open = useContext(OpenTour);
  return (
    <div className={styles.part}>
      <p>{title}</p>
      {open !== null && (
        <Button variant="subtle" size="compact-sm" onClick={() => open(tour)}>
          Conheça esta parte
        </Button>
      )}
    </div>
  );
};
