import { BENEFIT_KINDS } from '@nascente/domain/sites/tariffs/benefit';
import { expect, it } from 'vitest';
import { createReader } from '../../../../shared/forms/draft-reader.ts';
import { newBenefit, readBenefit, type TypedBenefit, typedBenefit } from './benefit-draft.ts';

const read = (typed: TypedBenefit) => {
  const reader = createReader();
  return { benefit: readBenefit(reader, typed, 'benefits.0'), errors: reader.errors };
};

it.each(BENEFIT_KINDS)('fills in the usual values of %s, and reads them back unchanged', (kind) => {
  const typed = { ...newBenefit(kind, '2026-10-01'), label: 'Desconto' };
  const { benefit, errors } = read(typed);
  expect(errors).toEqual({});
  expect(typedBenefit(benefit)).toEqual(typed);
});

it('has steps without a last limit, hours by the clock, and an end', () => {
  const social = { ...newBenefit('social', '2026-10-01'), last: '2027-09-30', demand: '10' };
  expect(read(social).benefit).toMatchObject({
    steps: [
      { upTo: 80, tusd: '1', te: '1' },
      { upTo: null, tusd: '0', te: '0' },
    ],
    demand: '0.1',
    hours: null,
    last: '2027-09-30',
  });
  const night = newBenefit('irrigation', '2026-10-01');
  expect(read(night).benefit.hours).toEqual({ start: 1290, end: 360 });
  expect(read({ ...night, end: '00:00' }).benefit.hours).toEqual({ start: 1290, end: 1440 });
  expect(typedBenefit(read({ ...night, end: '00:00' }).benefit).end).toBe('00:00');
});

it('reports the error of each field', () => {
  const typed = {
    ...newBenefit('irrigation', '2026-10-01'),
    label: ' ',
    start: '21:15',
    end: '',
    first: '',
    last: 'ontem',
    demand: 'x',
    steps: [
      { upTo: '', tusd: '10', te: '10' },
      { upTo: '', tusd: '200', te: '0' },
    ],
  };
  expect(Object.keys(read(typed).errors).toSorted()).toEqual(
    ['demand', 'end', 'first', 'label', 'last', 'start', 'steps.0.upTo', 'steps.1.tusd'].map(
      (name) => `benefits.0.${name}`,
    ),
  );
  expect(read({ ...newBenefit('rural', '2026-10-02'), last: '2026-10-01' }).errors).toEqual({
    'benefits.0.last': 'O fim não pode ser antes do começo.',
  });
});
