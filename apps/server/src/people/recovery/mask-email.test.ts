import { expect, test } from 'vitest';
import { maskEmail } from './recovery.service.ts';

test.each([
  ['maria@example.com', 'ma***@ex***.com'],
  ['ana@padaria.com.br', 'an***@pa***.br'],
  ['jo@ab.com', 'j***@a***.com'],
  ['admin@nascente.local', 'ad***@na***.local'],
  ['x@intranet', 'x***@in***'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
