import { useState } from 'react';

/** More than a high window shows; each row is drawn anew when another choice brings it back. */
const STEP = 60;

/** As many of a long list as were scrolled to so far; another choice begins at its top. */
export const useDrawn = <T>(all: readonly T[], choice: string) => {
  const [grown, setGrown] = useState({ choice, most: STEP });
  if (grown.choice !== choice) setGrown({ choice, most: STEP });
  return {
    drawn: all.slice(0, grown.most),
    isMore: all.length > grown.most,
    drawMore: () => setGrown({ choice, most: grown.most + STEP }),
  };
};
