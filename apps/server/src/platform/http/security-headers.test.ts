import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inlineHashes, securityHeaders } from './security-headers.ts';

const SCRIPT = "document.documentElement.dataset.brand = 'first';";
const STYLE = 'body{background:#f4f7f6}';
const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

test('the policy allows inline content of the page by its hash only', () => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-page-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(
    join(directory, 'index.html'),
    `<style>${STYLE}</style><script>${SCRIPT}</script><script type="module" src="/assets/app.js"></script>`,
  );
  const inline = inlineHashes(directory);
  expect(inline).toEqual({ scripts: [hash(SCRIPT)], styles: [hash(STYLE)] });
  const { contentSecurityPolicy } = securityHeaders({
    mqttWsPort: 9002,
    isHttps: false,
    staysHttps: false,
    inline,
  });
  expect(contentSecurityPolicy).toMatchObject({
    directives: { scriptSrc: ["'self'", hash(SCRIPT)], styleSrc: ["'self'", hash(STYLE)] },
  });
});

test('without a page the policy allows no inline content', () => {
  expect(inlineHashes('/absent')).toEqual({ scripts: [], styles: [] });
});
