import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** The same as `axe.source` with half as much to hand to the page and to read there, in every document that is checked. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PARTS = {
  all: { type: 'tag', values: WCAG },
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const satisfies Record<string, axe.RunOnly>;

/** Speech input users say the visible text, so every name must contain it. An experimental rule of axe, off by default. */
const SWITCHED_ON = { 'label-content-name-mismatch': { enabled: true } };

interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(this: Colour, text: string): Colour;
}

interface WithAxe {
  readonly axe?: Pick<typeof axe, 'run'> & {
    readonly commons: { readonly color: { readonly Color: { readonly prototype: Colour } } };
  };
}

/**
 * Runs in the page. For each text the checker parses the same few colours thousands of times, which took a third of its time.
 * Equal texts are equal colours.
 */
const cacheColours = (): void => {
  const prototype = (window as WithAxe).axe?.commons.color.Color.prototype;
  if (prototype === undefined) throw new Error('the checker has no colours');
  const { parseString } = prototype;
  const colours = new Map<string, Pick<Colour, 'r' | 'g' | 'b' | 'alpha'>>();
  prototype.parseString = function (text) {
    const read = colours.get(text);
    if (read !== undefined) return Object.assign(this, read);
    const { r, g, b, alpha } = parseString.call(this, text);
    colours.set(text, { r, g, b, alpha });
    return this;
  };
};

/**
 * Waits until changes are drawn, nothing is busy, and colour transitions have ended. Repeated queries dim content, also after the
 * screen had settled. An inherited colour starts its transition after the parent's has ended, so some frames without a new one
 * must pass.
 */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    for (let still = 0; still < 3; ) {
      await new Promise(requestAnimationFrame);
      const ending = document.getAnimations().filter(isEnding);
      await Promise.allSettled(ending.map(({ finished }) => finished));
      const isBusy = document.querySelector('[aria-busy="true"]') !== null;
      still = ending.length === 0 && !isBusy ? still + 1 : 0;
    }
  });

/** Fixed bars of a phone cover content at this position: they are placed within the page meanwhile. */
const placeBars = (page: Page, position: 'static' | ''): Promise<void> =>
  page.evaluate((where) => {
    for (const bar of document.querySelectorAll<HTMLElement>('header, nav[aria-label="Lugares"]'))
      if (where === '' || /sticky|fixed/.test(getComputedStyle(bar).position)) bar.style.position = where;
  }, position);

/**
 * Fails on violations of WCAG 2.2 AA that an automatic check finds, or only on those of colours. The checker stays in the
 * document, which is checked up to six times: reading it each time, and opening a page for the result as `@axe-core/playwright`
 * does, took three times as long as the check.
 */
export async function expectAccessible(page: Page, part: keyof typeof PARTS = 'all'): Promise<void> {
  expect(page.frames(), 'nothing stands in a frame, into which the check would not look').toHaveLength(1);
  if (await page.evaluate(() => (window as WithAxe).axe === undefined)) {
    await page.evaluate(SOURCE);
    await page.evaluate(cacheColours);
  }
  await placeBars(page, 'static');
  // Last, so that as little as possible can begin between it and the check.
  await drawn(page);
  const violations = await page.evaluate(
    async (options) => (await (window as WithAxe).axe?.run(document, options))?.violations,
    {
      runOnly: PARTS[part],
      rules: part === 'all' ? SWITCHED_ON : {},
      resultTypes: ['violations'],
    } as axe.RunOptions,
  );
  await placeBars(page, '');
  const faults = violations?.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
  );
  expect(faults).toEqual([]);
}
