import { expect, it } from 'vitest';
import { HelpPage } from '../operations/help/help-page.tsx';
import { openScreen } from '../testing/open-screen.tsx';
import { screenExists } from './screen-exists.ts';

it('the help page links only to existing screens', () => {
  openScreen([{ path: '/help', Component: HelpPage }], '/help');
  const paths = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.filter((path) => !screenExists(path))).toEqual(['/sobre']);
});
