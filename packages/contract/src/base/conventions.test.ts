import { describe, expect, test } from 'vitest';
import { instant } from './conventions.ts';

describe('an instant', () => {
  test.each(['2028-02-29T10:00:00Z', '2026-12-31T23:59:59.999-03:00', Date.UTC(2026, 1, 28)])(
    'accepts %s as an instant',
    (text) => {
      expect(instant.parse(text)).toBe(new Date(text).getTime());
    },
  );

  test.each(['2026-02-29T10:00:00Z', '2026-04-31T00:00Z', '2026-11-25T25:00:00Z', '2026-11-25T10:61:00Z'])(
    'refuses %s as an invalid instant',
    (text) => {
      const messages = instant.safeParse(text).error?.issues.map(({ message }) => message);
      expect(messages).toEqual(['Data inválida: use ISO 8601 com fuso']);
    },
  );
});
