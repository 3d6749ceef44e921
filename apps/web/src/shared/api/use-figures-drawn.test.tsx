import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFiguresDrawn } from './use-figures-drawn.ts';

/** What was shown, one after the other. */
const shown: string[] = [];
const note = (element: HTMLElement | null) => {
  if (element !== null && element.textContent !== shown.at(-1)) shown.push(element.textContent);
};

const Screen = ({ areKnown }: { readonly areKnown: boolean }) => {
  const areDrawn = useFiguresDrawn(areKnown);
  return (
    // A function of each rendering is called after each.
    <p ref={(element) => note(element)}>
      {areKnown ? 'figures' : 'skeleton'}
      {areDrawn && ' and the rest'}
    </p>
  );
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  shown.length = 0;
});

it('draws figures that are available at once before the rest', () => {
  render(<Screen areKnown />);
  expect(shown).toEqual(['figures', 'figures and the rest']);
});

it('draws late figures before the rest, which then stays', () => {
  const { rerender } = render(<Screen areKnown={false} />);
  rerender(<Screen areKnown />);
  rerender(<Screen areKnown={false} />);
  expect(shown).toEqual(['skeleton', 'figures', 'figures and the rest', 'skeleton and the rest']);
});

it('draws the rest when the figures take too long', async () => {
  render(<Screen areKnown={false} />);
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(shown).toEqual(['skeleton', 'skeleton and the rest']);
});
