import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom knows no media; without it Mantine cannot ask for the system's theme.
window.matchMedia ??= (media) =>
  ({
    matches: false,
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;

afterEach(() => {
  cleanup();
  localStorage.clear();
});
