import { expect, type Page } from '@playwright/test';

/** Expects that each visible form with optional fields states once that the others are required. */
export async function expectRequiredRule(page: Page): Promise<void> {
  const forms = page.locator('form').filter({ hasText: 'opcional)' });
  for (const form of await forms.all()) {
    await expect(form.getByText('Os campos sem a palavra “opcional” são obrigatórios.')).toHaveCount(1);
  }
}
