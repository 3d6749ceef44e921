import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ShownKind } from '../../shared/consumption/amount.ts';
import { useUnfold } from '../../shared/ui/page/folding.tsx';
import classes from './meter-index.module.css';

type Extra = 'solar' | 'past';

interface MeterIndexProps {
  readonly kind: ShownKind;
  readonly injects?: boolean;
  readonly hasPast?: boolean;
}

interface Section {
  readonly name: string;
  readonly tour: string;
  readonly only?: readonly ShownKind[];
  readonly extra?: Extra;
}

const USED: readonly ShownKind[] = ['eletric', 'water'];
const ENERGY: readonly ShownKind[] = ['eletric', 'generation'];

const SECTIONS: readonly Section[] = [
  { name: 'Fatura', tour: 'meter-bill', only: USED },
  { name: 'Geração', tour: 'meter-generation', only: ['generation'] },
  { name: 'Agora', tour: 'meter-live' },
  { name: 'Noites', tour: 'meter-night-flow', only: ['water'] },
  { name: 'Dia', tour: 'meter-day' },
  { name: 'Mês', tour: 'meter-month' },
  { name: 'Período', tour: 'meter-period' },
  { name: 'Solar', tour: 'meter-solar', only: ENERGY, extra: 'solar' },
  { name: 'Comparação', tour: 'meter-comparison', only: USED },
  { name: 'Carga permanente', tour: 'meter-base', only: USED },
  { name: 'Demanda', tour: 'meter-demand', only: ['eletric'] },
  { name: 'Mapa de calor', tour: 'meter-heat', only: USED },
  { name: 'Qualidade', tour: 'meter-quality', only: ENERGY },
  { name: 'Passado', tour: 'meter-past', extra: 'past' },
];

const cardOf = (tour: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-tour="${tour}"]`);

/** The last card with its top below the bars. */
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

/** A sticky index of the page's cards, on phones only. */
export const MeterIndex = ({ kind, injects = false, hasPast = false }: MeterIndexProps) => {
  const sections = useMemo(() => {
    const has: Readonly<Record<Extra, boolean>> = { solar: injects, past: hasPast };
    return SECTIONS.filter(
      ({ only, extra }) => (only?.includes(kind) ?? true) && (extra === undefined || has[extra]),
    );
  }, [kind, injects, hasPast]);
  const current = useCurrent(sections);
  const unfold = useUnfold();
  return (
    <nav className={classes.index} aria-label="Nesta página">
      {sections.map(({ name, tour }) => (
        <button
          key={tour}
          type="button"
          aria-current={tour === current ? 'location' : undefined}
          onClick={() => {
            // Synchronously, so that the target's position is final.
            flushSync(() => unfold(tour));
            cardOf(tour)?.scrollIntoView({ block: 'start' });
          }}
        >
          {name}
        </button>
      ))}
    </nav>
  );
};
