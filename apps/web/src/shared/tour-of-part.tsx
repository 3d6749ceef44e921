import { Button } from '@mantine/core';
import { createContext, useContext } from 'react';
import styles from './tour-of-part.module.css';

/** Opens a tour by its name; until the app says how, there is none. */
const OpenTour = createContext<((name: string) => void) | null>(null);
export const OpenTourProvider = OpenTour.Provider;

/** The state of an address that opens the tour of its screen. */
export const tourWanted = { isTourWanted: true };
export const isTourWanted = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isTourWanted' in state;

interface TourOfPartProps {
  /** What the part of the screen is about. */
  readonly title: string;
  /** The tour of this part. */
  readonly tour: string;
}

/** Where a part of a long screen begins: its tour never opens by itself, it waits here. */
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
