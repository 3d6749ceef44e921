import { type ComponentType, useState } from 'react';
import { announce } from './snackbar.tsx';

/**
 * A part that the screen does not need until somebody reaches for it: fetching begins when its button is pointed at or
 * focused, and `Part` is there after the press.
 */
export const useOnDemand = <Props>(load: () => Promise<ComponentType<Props>>) => {
  const [part, setPart] = useState<{ Part: ComponentType<Props> } | null>(null);
  const fetchAhead = () => void load().catch(() => undefined);
  const show = () =>
    void load().then(
      (Part) => setPart({ Part }),
      () => announce('Não foi possível abrir. Tente novamente.', { tone: 'bad' }),
    );
  return {
    Part: part?.Part ?? null,
    show,
    whenReachedFor: { onPointerEnter: fetchAhead, onFocus: fetchAhead, onClick: show },
  };
};
