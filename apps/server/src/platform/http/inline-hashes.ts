import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sources of a content security policy: what stands in the page itself, and nothing else that is inline. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const hashesOf = (page: string, element: RegExp): string[] =>
  [...page.matchAll(element)].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );

/** The hashes of the page that a directory holds; none where it holds no page. */
export const inlineHashes = (directory: string): InlineHashes => {
  const file = join(directory, 'index.html');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return {
    scripts: hashesOf(page, /<script>([\s\S]*?)<\/script>/g),
    styles: hashesOf(page, /<style>([\s\S]*?)<\/style>/g),
  };
};
