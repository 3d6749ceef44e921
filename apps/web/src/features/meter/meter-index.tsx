import type { Board } from '@nascente/contract/meters';
import { useEffect, useState } from 'react';
import classes from './meter-index.module.css';

interface Section {
  readonly name: string;
  /** By which the card is found, as the guided tour finds it. */
  readonly tour: string;
  readonly only?: Board['type'];
}

const SECTIONS: readonly Section[] = [
  { name: 'Conta', tour: 'meter-bill' },
  { name: 'Agora', tour: 'meter-live' },
  { name: 'Dia', tour: 'meter-day' },
  { name: 'Mês', tour: 'meter-month' },
  { name: 'Período', tour: 'meter-period' },
  { name: 'Comparação', tour: 'meter-comparison' },
  { name: 'Carga permanente', tour: 'meter-base' },
  { name: 'Demanda', tour: 'meter-demand', only: 'eletric' },
  { name: 'Mapa de calor', tour: 'meter-heat' },
  { name: 'Qualidade', tour: 'meter-quality', only: 'eletric' },
];

const cardOf = (tour: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-tour="${tour}"]`);

/** The card that is read: the last one whose top has passed below the bars. */
const useCurrent = (sections: readonly Section[]): string | null => {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const follow = () => {
      const passed = sections.findLast(({ tour }) => {
        const top = cardOf(tour)?.getBoundingClientRect().top;
        return top !== undefined && top < window.innerHeight / 3;
      });
      setCurrent(passed?.tour ?? null);
    };
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [sections]);
  return current;
};

const FOR = {
  eletric: SECTIONS.filter(({ only }) => only !== 'water'),
  water: SECTIONS.filter(({ only }) => only !== 'eletric'),
} as const;

/** What a long page holds, in a line that stays while it is scrolled; where a phone is held, and nothing on wide screens. */
export const MeterIndex = ({ type }: { readonly type: Board['type'] }) => {
  const sections = FOR[type];
  const current = useCurrent(sections);
  return (
    <nav className={classes.index} aria-label="Nesta página">
      {sections.map(({ name, tour }) => (
        <button
          key={tour}
          type="button"
          aria-current={tour === current ? 'location' : undefined}
          onClick={() => cardOf(tour)?.scrollIntoView({ block: 'start' })}
        >
          {name}
        </button>
      ))}
    </nav>
  );
};
