import { expect, it } from 'vitest';
import { anOpportunity } from '../../testing/an-opportunity.ts';
import { ownSavingOf } from './opportunity-texts.ts';

const textOf = (...[kind, facts]: Parameters<typeof anOpportunity>) =>
  ownSavingOf(anOpportunity(kind, facts))?.replaceAll('\u00a0', ' ') ?? null;

it('says what remains of a yearly saving without the taxes that the company recovers', () => {
  expect(textOf('demand', { perYear: 2000, recoveredShare: 0.0925 })).toBe(
    'Sem os tributos que a empresa recupera, cerca de R$ 1.815 por ano.',
  );
  expect(textOf('demand', { perYear: 2000 })).toBeNull();
  expect(textOf('demand', { perYear: null, recoveredShare: 0.0925 })).toBeNull();
  expect(textOf('old-prices', { perYear: 2000, recoveredShare: 0.0925 })).toBeNull();
});
