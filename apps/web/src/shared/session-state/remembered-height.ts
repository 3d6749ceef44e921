import { type RefObject, useEffect, useRef } from 'react';
import { readPreference, writePreference } from './local-preference.ts';
import { useUser } from './signed-in.ts';

const nameFor = (account: string, part: string): string => `height.${account}.${part}`;

/** The last height in px of a part of a screen on this device, for placeholders; `null`: unknown. */
export const useRememberedHeight = (part: string): number | null => {
  const height = Number(readPreference(nameFor(useUser()._id, part)) ?? 0);
  return height > 0 ? height : null;
};

/** Stores the height of the element with this reference once its content is complete; an absent element has none. */
export const useRememberHeight = (part: string, isComplete: boolean): RefObject<HTMLDivElement | null> => {
  const { _id } = useUser();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isComplete) return;
    const height = element.current?.offsetHeight ?? 0;
    const stored = height === 0 ? null : String(height);
    if (readPreference(nameFor(_id, part)) !== stored) writePreference(nameFor(_id, part), stored);
  });
  return element;
};
